import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let base: string;

/** For manual inspection: `IBID_SCREENSHOTS` names a folder. */
const shots = process.env['IBID_SCREENSHOTS'];

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  base = await makeBase(page, 'Theatre papers', {
    'minutes.md':
      '# Minutes\n\n1. **Press night.** Press night of *The Winter’s Tale* moves to 20 October 2026; see [the rota](https://rota.example/october).\n\n| Date | Duty manager | Stage door | Stewards | First aider |\n|---|---|---|---|---|\n| 2026-10-20 | Harriet Bell | Ines Calloway | four of the usual stewards | Rosalind Okafor |',
  });
});

afterAll(() => app.close());

const panel = () => page.getByTestId('side-panel');

async function look(name: string): Promise<void> {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  for (const [size, width, height] of [
    ['desktop', 1280, 800],
    ['phone', 390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(shots, `${name}-${size}-${colorScheme}.png`) });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function chooseModel(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).last().selectOption({ label: name });
}

describe('README nothing is cut silently', () => {
  it('tells at the answer that files fitted only in part, and opens what the model saw', async () => {
    await page.goto(app.url);
    await ask(page, 'When is press night?');
    await answered(page);
    expect(await page.getByTestId('left-out').count()).toBe(0);
    await page.goto(app.url);
    await chooseModel('Small window');
    const sheet = (witness: number) => ({
      name: `witness-${witness}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(
        `I, witness ${witness}, say as follows. ${`On day ${witness} I counted the crates in the yard again. `.repeat(160)}`,
      ),
    });
    await page.getByLabel('Attach files').last().setInputFiles([1, 2, 3, 4, 5].map(sheet));
    await expect.poll(() => page.getByTestId('composer').locator('[data-state=counted]').count()).toBe(5);
    await ask(page, 'say: Witness 1 counted the crates [1].');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const line = lastAnswer(page).getByTestId('left-out');
    await expect.poll(() => line.innerText()).toMatch(/attached files? did not fit as a whole/);
    await look('left-out');
    await line.getByRole('button', { name: 'What the model saw' }).click();
    await expect.poll(() => panel().innerText()).toContain('witness-');
    await page.reload();
    await line.waitFor();
  });
});

describe('FLOW-10 versions', () => {
  it('sends an edited message with Enter, as the composer does', async () => {
    await page.goto(app.url);
    await ask(page, 'When is press night?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const first = page.getByRole('article', { name: 'You' }).first();
    await first.hover();
    await first.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await field.fill('When is the press night?');
    await field.press('Shift+Enter');
    expect(await field.inputValue()).toContain('\n');
    await field.press('Enter');
    await page.getByRole('group', { name: 'Version 2 of 2' }).first().waitFor();
    await answered(page);
  });

  it('answers the question at the end of a fork', async () => {
    const before = page.url();
    const asked = page.getByRole('article', { name: 'You' }).last();
    await asked.hover();
    await asked.getByRole('button', { name: 'Fork from here' }).click();
    await page.waitForURL((url) => !before.startsWith(url.origin + url.pathname));
    await page.getByRole('button', { name: 'Answer this question' }).waitFor();
    expect(await page.getByTestId('answer').count()).toBe(0);
    await look('fork-question');
    await page.getByRole('button', { name: 'Answer this question' }).click();
    await answered(page);
    await expect.poll(() => lastAnswer(page).locator('[data-citations]').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Answer this question' }).count()).toBe(0);
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(1);
  });

  it('tries again with the model chosen since', async () => {
    await page.goto(app.url);
    await ask(page, 'fail once, then tell about press night');
    await page.waitForURL(/\/c\//);
    await lastAnswer(page).getByRole('button', { name: 'Try again' }).waitFor();
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes('/api/conversations/'),
    );
    await chooseModel('Small window');
    const chosen = ((await (await stored).json()) as { modelId: string }).modelId;
    const asked = page.waitForRequest((request) => request.url().includes('/retry'));
    await lastAnswer(page).getByRole('button', { name: 'Try again' }).click();
    expect(new URL((await asked).url()).searchParams.get('modelId')).toBe(chosen);
    await answered(page);
  });
});

describe('CIT-2 text in brackets', () => {
  it('keeps its brackets where it is no source', async () => {
    await page.goto(app.url);
    await ask(page, 'say: The turnover in [2023] was higher than in the year before.');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const chip = lastAnswer(page).locator('[data-citations] button').first();
    await expect.poll(() => chip.innerText()).toMatch(/^\[2023\]\s*\?$/);
  });
});

describe('WEB-2 a document in Markdown', () => {
  it('reads as meant in the panel, with the passage marked where it stands', async () => {
    await page.goto(app.url);
    await ask(page, 'say: Press night moves to 20 October 2026 [Minutes].');
    await page.goto(app.url);
    await ask(
      page,
      'About the minutes. say: Press night of The Winter’s Tale moves to 20 October 2026 [Minutes].',
    );
    await page.waitForURL(/\/c\//);
    await answered(page);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const text = panel().getByTestId('document-text');
    await text.locator('mark').first().waitFor();
    await expect.poll(() => text.locator('strong').first().innerText()).toBe('Press night.');
    expect(await text.locator('em').first().innerText()).toBe('The Winter’s Tale');
    expect(await text.getByRole('link', { name: 'the rota' }).getAttribute('href')).toBe(
      'https://rota.example/october',
    );
    expect(await text.innerText()).not.toContain('*');
    const marked = (await text.locator('mark').allInnerTexts()).join('');
    expect(marked).toMatch(/^(1\. )?Press night/);
    expect(marked).toContain('The Winter’s Tale moves to 20 October 2026');
    await look('markdown-panel');
    const date = text.getByRole('cell', { name: '2026-10-20' });
    expect(await date.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
    expect(app.complaints).toEqual([]);
  });
});

describe('KB-1 files that are passed over', () => {
  it('are called by their names where there is one of a kind', async () => {
    await page.goto(base);
    await page.getByTestId('upload-input').setInputFiles([
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
      { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('The bear costume is hired.') },
    ]);
    await expect
      .poll(() => page.getByTestId('job').last().innerText())
      .toContain('empty.txt: The file is empty');
  });
});
