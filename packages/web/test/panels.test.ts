import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

const panel = () => page.getByTestId('side-panel');

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Ship papers', documents);
  await page.goto(app.url);
  await ask(page, 'What do the safety rules say about life jackets?');
  await answered(page);
});

afterAll(() => app.close());

describe('REF-5 cited and retrieved sources', () => {
  it('lists the cited ones first and opens their documents', async () => {
    await page.getByRole('button', { name: 'Sources', exact: true }).first().click();
    await panel().getByRole('heading', { name: /Cited/ }).waitFor();
    await panel()
      .getByRole('button', { name: /Safety rules/ })
      .click();
    await panel().getByTestId('document-text').getByText('Life jackets are worn').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leaves the hint and the text of the message field in sight beside a document', async () => {
    const field = page.locator('[data-composer]');
    const cutOff = () => field.evaluate((shown) => shown.scrollHeight - shown.clientHeight);
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await field.fill('A question that needs one line of a wide field, and some lines of a narrow one.');
    await page.getByRole('button', { name: 'Sources', exact: true }).first().click();
    await panel().getByRole('heading', { name: /Cited/ }).waitFor();
    for (const width of [920, 1000, 1280]) {
      await page.setViewportSize({ ...size, width });
      await expect.poll(cutOff).toBeLessThanOrEqual(0);
    }
    await field.fill('');
    // There is room for the conversation next to a document; where the sidebar does not fit, it opens over both.
    for (const width of [920, 1000, 1120, 1280]) {
      await page.setViewportSize({ ...size, width });
      await expect
        .poll(async () => (await page.getByTestId('messages').boundingBox())?.width ?? 0)
        .toBeGreaterThan(310);
      await expect
        .poll(() => page.getByRole('button', { name: 'Show the sidebar' }).count())
        .toBe(width < 1100 ? 1 : 0);
    }
    // Which hint fits depends on the exact width; that it is fully visible does not.
    for (const width of [920, 1000, 1280]) {
      await page.setViewportSize({ ...size, width });
      await expect.poll(cutOff).toBeLessThanOrEqual(0);
    }
    await expect.poll(() => field.getAttribute('placeholder')).toBe('Ask a question');
    await page.setViewportSize(size);
    await panel().getByRole('button', { name: 'Close the side panel' }).click();
    await panel().waitFor({ state: 'detached' });
    await page.setViewportSize({ ...size, width: 1280 });
    await expect.poll(() => field.getAttribute('placeholder')).toContain('Type @');
    await expect.poll(cutOff).toBeLessThanOrEqual(0);
    await page.setViewportSize(size);
  });
});

describe('WEB-3 context inspector', () => {
  it('shows every part of a step with its exact text and tokens', async () => {
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    await panel()
      .getByText(/of [\d,]+ tokens/)
      .waitFor();
    await panel().getByRole('radio', { name: 'Step 2' }).click();
    await panel()
      .getByRole('button', { name: /Tool result/ })
      .click();
    await panel().getByRole('region', { name: 'Tool result' }).getByText('Life jackets are worn').waitFor();
    await panel()
      .getByText(/prompt cache/)
      .waitFor();
    await panel().getByText('Model window').waitFor();
    await page.keyboard.press('Escape');
  });

  it('previews what the next step would see with the message being typed', async () => {
    await page.getByRole('textbox', { name: 'Your message' }).fill('A sentence nobody has sent');
    await page.getByRole('button', { name: 'What the model would see' }).click();
    await panel()
      .getByRole('button', { name: /User message/ })
      .last()
      .click();
    await panel()
      .getByRole('region', { name: 'User message' })
      .getByText('A sentence nobody has sent')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Your message' }).fill('');
  });
});

describe('WEB-3 before the first message', () => {
  it('previews what the first step would see, and makes no conversation for it', async () => {
    const other = await app.open();
    await other.getByRole('textbox', { name: 'Your message' }).fill('Nothing was sent so far');
    await other.getByRole('button', { name: 'What the model would see' }).click();
    const shown = other.getByTestId('side-panel');
    await shown.getByRole('button', { name: /System prompt/ }).waitFor();
    await shown.getByRole('button', { name: /User message/ }).click();
    await shown.getByText('Nothing was sent so far').waitFor();
    expect(new URL(other.url()).pathname).toBe('/');
    await other.context().close();
  });
});

describe('WEB-4 retrieval', () => {
  it('shows the searches of an answer with their results and time', async () => {
    await lastAnswer(page).getByRole('button', { name: 'How it searched' }).click();
    await panel()
      .getByText(/^\d+ passages? from \d+ documents?$/)
      .first()
      .waitFor();
    await panel()
      .getByTestId('trajectory-step')
      .first()
      .getByRole('button', { name: /Searched Ship papers for/ })
      .click();
    await panel().getByRole('region', { name: 'Result' }).getByText('Life jackets are worn').waitFor();
    await panel()
      .getByText(/^(?:an open question|one particular fact)$/)
      .waitFor();
    // WEB-4: for users, so without tool names, ids and handles.
    expect(await panel().innerText()).not.toMatch(/search_content|finish_retrieval|\bitem [\w-]{8}|fd:\d/);
    await panel()
      .getByRole('button', { name: /Safety rules/ })
      .first()
      .waitFor();
    // AGR-8: the whole run can be exported as Markdown and JSON.
    const saved = async (name: string) => {
      const waiting = page.waitForEvent('download');
      await panel().getByRole('button', { name }).click();
      return readFile(await (await waiting).path(), 'utf8');
    };
    expect(await saved('Save as Markdown')).toMatch(/^# [^]*## Step 1[^]*## Outcome/u);
    expect(JSON.parse(await saved('Save as JSON'))).toMatchObject({ outcome: { reason: 'finished' } });
    await page.keyboard.press('Escape');
  });
});

describe('WEB-2 references and files', () => {
  it('shows named outputs with versions and their differences', async () => {
    await ask(page, 'Write the plan as a reference');
    await answered(page, 2);
    expect(await lastAnswer(page).innerText()).not.toContain('<ref');
    await ask(page, 'Write the reference again');
    await answered(page, 3);
    await page.getByRole('button', { name: 'References and files' }).click();
    await panel()
      .getByRole('button', { name: /ref:loading-plan/ })
      .click();
    await panel().getByText('Label each crate twice.').waitFor();
    await panel().getByLabel('Compare with').selectOption('1');
    await panel().locator('[data-diff=added]', { hasText: 'Label each crate twice.' }).waitFor();
    await panel().locator('[data-diff=removed]', { hasText: 'Label each crate.' }).waitFor();
    await panel().getByLabel('Compare with').selectOption('');
  });

  it('searches a stored text, downloads it, and sends its name to a message', async () => {
    await panel().getByRole('searchbox', { name: 'Search this text' }).fill('sign');
    await panel().getByText('1 match').waitFor();
    await panel().getByText('Line 3').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel().getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Label each crate twice.');
    await panel().getByRole('button', { name: 'Use in a message' }).click();
    expect(await page.getByRole('textbox', { name: 'Your message' }).inputValue()).toContain(
      'ref:loading-plan',
    );
    await page.getByRole('textbox', { name: 'Your message' }).fill('');
    await panel().getByRole('button', { name: 'Close the side panel' }).click();
  });

  it('FD-4 pages through a long text', async () => {
    const lines = Array.from({ length: 900 }, (_, line) => `Entry ${line + 1} of the long log`).join('\n');
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({ name: 'long-log.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
    await page.getByTestId('composer').locator('[data-state=counted]').waitFor();
    await ask(page, 'Keep this log');
    await answered(page, 4);
    await page.getByRole('button', { name: 'References and files' }).click();
    await panel()
      .getByRole('button', { name: /long-log\.txt/ })
      .click();
    await panel().getByText('Entry 1 of the long log').waitFor();
    await panel().getByRole('button', { name: 'Next page' }).click();
    await panel()
      .getByText(/Page 2 of \d/)
      .waitFor();
    await expect.poll(() => panel().locator('pre').innerText()).not.toContain('Entry 1 of');
    await panel().getByRole('button', { name: 'Close the side panel' }).click();
  });
});

describe('export', () => {
  it('gives the conversation as Markdown with its sources', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Life jackets are worn');
    expect(text).toMatch(/Safety rules/);
  });

  it('prints every message with the sources below the answers', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => page.getByTestId('answer').count()).toBe(4);
    expect(
      await page
        .getByTestId('answer')
        .first()
        .getByText(/\[\d\] Safety rules/)
        .isVisible(),
    ).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
