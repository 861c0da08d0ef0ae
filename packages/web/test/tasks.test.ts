import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

/**
 * Ten tasks, each with as few clicks, keys, entered texts and drops as the page allows. The table is in
 * docs/quality/house.md.
 */
let app: App;
let page: Page;
let steps = 0;

const click = async (target: Locator) => {
  steps += 1;
  await target.click();
};
const press = async (key: string) => {
  steps += 1;
  await page.keyboard.press(key);
};
const enter = async (target: Locator, text: string) => {
  steps += 1;
  await target.fill(text);
};
const drop = async (files: Record<string, string>) => {
  steps += 1;
  const transfer = await page.evaluateHandle((contents) => {
    const made = new DataTransfer();
    for (const [name, text] of Object.entries(contents)) made.items.add(new File([text], name));
    return made;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('h1', type, { dataTransfer: transfer });
};

async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  const pages = Array.from({ length: 8 }, (_, part) => `<p style="break-after:page">Part ${part + 1}</p>`);
  await sheet.setContent(`<title>Pilot manual</title>${pages.join('')}`);
  const bytes = await sheet.pdf({ format: 'A5' });
  await sheet.close();
  return bytes;
}

/** Counts the steps of a task. */
async function stepsOf(task: () => Promise<void>): Promise<number> {
  steps = 0;
  await task();
  return steps;
}

const message = () => page.getByRole('textbox', { name: 'Your message' });
const asked = async (question: string) => {
  await page.goto(app.url);
  await ask(page, question);
  await page.waitForURL(/\/c\//);
  await answered(page);
};

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

afterAll(() => app.close());

describe('ten tasks in clicks and keys', () => {
  it('asks the first own document: 3', async () => {
    const count = await stepsOf(async () => {
      await drop({
        'tides.md': '# Tides\n\nHigh water at the old quay is at twenty past nine in the morning.',
        'broken.pdf': '%PDF-1.4 not really a document',
      });
      await page.locator('[data-testid=tray] [data-state=ready]').waitFor();
      await enter(message(), 'When is high water at the old quay?');
      await press('Enter');
      await answered(page);
    });
    await expect.poll(() => lastAnswer(page).innerText()).toContain('twenty past nine');
    expect(count).toBe(3);
  });

  it('finds a failed upload after leaving: 1', async () => {
    await page.goto(app.url);
    const tray = page.getByTestId('tray');
    const count = await stepsOf(() => click(tray.getByRole('button', { expanded: false })));
    await tray
      .locator('[data-state=failed]')
      .getByText(/Failed: /)
      .waitFor();
    expect(count).toBe(1);
  });

  it('checks a citation: 1', async () => {
    await makeBase(page, 'Ship papers', { ...documents, 'pilot-manual.pdf': await printedPdf() });
    await asked('I doubt the life jackets rule, the watches at sea, and that the vessel left Lisbon');
    const panel = page.getByTestId('side-panel');
    const count = await stepsOf(async () => {
      await click(lastAnswer(page).locator('[data-citations] button').first());
      await panel.locator('mark').first().waitFor();
    });
    expect(count).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('reaches the next unproven claim: 3', async () => {
    const proof = page.getByTestId('proof');
    const count = await stepsOf(async () => {
      await click(lastAnswer(page).getByRole('button', { name: 'Check it' }));
      await click(proof.getByRole('radio', { name: /^Not proven/ }));
      await press('n');
    });
    await expect.poll(() => proof.getByTestId('claim').innerText()).toContain('Somebody else says so');
    expect(count).toBe(3);
    await page.keyboard.press('Escape');
  });

  it('copies an answer with footnotes: 1', async () => {
    const count = await stepsOf(() =>
      click(lastAnswer(page).getByRole('button', { name: 'Copy answer' }).last()),
    );
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\[\^1\]: /m);
    expect(count).toBe(1);
  });

  it('shares an answer with somebody without an account: 4', async () => {
    const dialog = page.getByRole('dialog');
    const count = await stepsOf(async () => {
      await click(lastAnswer(page).getByRole('button', { name: 'More actions' }));
      await click(page.getByRole('menuitem', { name: 'Share this answer with a link' }));
      await click(dialog.getByRole('button', { name: 'Create link' }));
      await click(dialog.getByRole('button', { name: 'Copy', exact: true }));
    });
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/shared#');
    expect(count).toBe(4);
    await page.keyboard.press('Escape');
  });

  it('changes the model: 2', async () => {
    // Opening a list and choosing an entry.
    steps = 2;
    const isKept = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Small window' });
    await isKept;
    await page.reload();
    await answered(page);
    await expect.poll(() => page.getByLabel('Model', { exact: true }).inputValue()).toBe('small');
  });

  it('widens the scope of a question that found nothing: 1', async () => {
    await page.goto(app.url);
    await page
      .getByTestId('applies')
      .getByRole('button', { name: /^All documents/ })
      .click();
    await page.getByRole('menuitem', { name: 'My documents' }).click();
    await ask(page, 'hydrothermal');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const count = await stepsOf(() =>
      click(lastAnswer(page).getByRole('button', { name: 'Search all documents' })),
    );
    await expect.poll(() => lastAnswer(page).innerText()).toContain('hydrothermal vent');
    expect(count).toBe(1);
  });

  it('opens page 7 of a PDF from its home: 3', async () => {
    await page.goto(`${app.url}/knowledge`);
    await page.getByRole('link', { name: /Ship papers/ }).click();
    await page.getByRole('link', { name: /pilot-manual/ }).click();
    await page.locator('canvas[data-drawn]').waitFor();
    const count = await stepsOf(async () => {
      await click(page.getByRole('button', { name: /^Page 1 of/ }));
      await enter(page.getByRole('textbox', { name: 'Go to page' }), '7');
      await press('Enter');
    });
    await page.getByText(/Page 7 of/).waitFor();
    expect(count).toBe(3);
  });

  it('finds the project of a conversation again: 1', async () => {
    const { id } = await post<{ id: string }>(page, '/api/projects', { name: 'Expedition' });
    await page.goto(`${app.url}/?project=${id}`);
    await ask(page, 'Hello there');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const count = await stepsOf(() =>
      click(page.locator('header').getByRole('link', { name: 'Expedition' })),
    );
    await page.getByRole('heading', { level: 1, name: 'Expedition' }).waitFor();
    expect(count).toBe(1);
  });
});
