import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let conversationPath = '';
let basePath = '';
let itemPath = '';

async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  await sheet.setContent('<title>Chart</title><p>The kelp forest is forty fathoms deep in the middle.</p>');
  const bytes = await sheet.pdf();
  await sheet.close();
  return bytes;
}

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  const base = await makeBase(page, 'Ship papers', { ...documents, 'chart.pdf': await printedPdf() });
  basePath = new URL(base).pathname;
  await page.getByRole('link', { name: /Crew handbook/ }).click();
  await page.getByTestId('source-guide').waitFor();
  itemPath = new URL(page.url()).pathname;
  await page.goto(app.url);
  await ask(page, 'think and doubt the watches and life jackets');
  await answered(page);
  conversationPath = new URL(page.url()).pathname;
  await ask(page, 'Write the plan as a reference');
  await answered(page, 2);
  await ask(page, 'Write the reference again');
  await answered(page, 3);
  await post(page, '/api/projects', { name: 'Refit' });
  await post(page, '/api/agents', { name: 'Quartermaster' });
});

afterAll(() => app.close());

const panel = () => page.getByTestId('side-panel');
const nothing = async (within?: string) => expect(await findings(page, within)).toEqual([]);
const PANEL = '[data-testid=side-panel]';
const escape = () => page.keyboard.press('Escape');
const dialog = async () => {
  await page.getByRole('dialog').waitFor();
  await nothing('[role=dialog]');
  await escape();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

describe('WEB-7 axe finds nothing serious, light and dark', () => {
  it('on the start page, with the list of mentions and files', async () => {
    await page.goto(app.url);
    await page
      .getByRole('button', { name: /What does/ })
      .first()
      .waitFor();
    await nothing();
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A short note.') });
    await page.locator('[data-state=counted]').waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).pressSequentially('@Ship');
    await page.getByRole('option').first().waitFor();
    await nothing();
    await page.keyboard.press('Enter');
    await page.getByText('Only in').waitFor();
    await nothing('main');
    await page.getByRole('textbox', { name: 'Your message' }).fill('');
  });

  it('in a conversation, with its steps, card, menus and a message being edited', async () => {
    await page.goto(app.url + conversationPath);
    await answered(page, 3);
    await page.getByTestId('answer').first().scrollIntoViewIfNeeded();
    await page.getByTestId('timeline').first().getByRole('button').last().click();
    await nothing();
    await page.getByTestId('answer').first().locator('[data-citations] button').first().hover();
    await page.getByTestId('citation-card').waitFor();
    await nothing('[data-testid=citation-card]');
    await lastAnswer(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
    await nothing('[role=menu]');
    await escape();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menu').waitFor();
    await nothing('[role=menu]');
    await escape();
    const mine = page.getByRole('article', { name: 'You' }).last();
    await mine.hover();
    await mine.getByRole('button', { name: 'Edit message' }).click();
    await nothing();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('at the document of a citation, and at one without a source', async () => {
    await page.getByTestId('answer').first().locator('[data-citations] button').first().click();
    await page.getByTestId('document-text').waitFor();
    await nothing();
    await page.getByTestId('answer').first().locator('button[data-verdict=unknown]').first().click();
    await panel().getByText('never shown such a source').waitFor();
    await nothing(PANEL);
  });

  it('in the panels of sources, references and their differences', async () => {
    await page.getByRole('button', { name: 'Sources', exact: true }).first().click();
    await panel().getByRole('heading', { level: 3 }).first().waitFor();
    await nothing(PANEL);
    await page.getByRole('button', { name: 'References and files', exact: true }).click();
    await panel()
      .getByRole('button', { name: /ref:loading-plan/ })
      .waitFor();
    await nothing(PANEL);
    await panel()
      .getByRole('button', { name: /ref:loading-plan/ })
      .click();
    await panel().getByLabel('Compare with').selectOption('1');
    await panel().locator('[data-diff=added]').first().waitFor();
    await nothing(PANEL);
  });

  it('in the panels of context, retrieval and preview', async () => {
    for (const [name, text] of [
      ['What the model saw', 'Budget'],
      ['How it searched', 'Kind of question'],
    ] as const) {
      await page.getByTestId('answer').first().getByRole('button', { name }).click();
      await panel().getByText(text).first().waitFor();
      await nothing(PANEL);
    }
    await page.getByRole('textbox', { name: 'Your message' }).fill('What would you see?');
    await page.getByRole('button', { name: 'What the model would see' }).click();
    await panel()
      .getByRole('button', { name: /User message/ })
      .last()
      .click();
    await nothing(PANEL);
    await page.getByRole('textbox', { name: 'Your message' }).fill('');
  });

  it('on the page of a PDF', async () => {
    await page.goto(app.url);
    await ask(page, 'How deep is the kelp forest in fathoms?');
    await answered(page);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    await panel().locator('canvas[data-drawn]').waitFor();
    await nothing(PANEL);
  });

  it('in the palette, the list of keys, and the dialogs of the list of conversations', async () => {
    await page.keyboard.press('Control+k');
    await dialog();
    await page.locator('body').click({ position: { x: 640, y: 60 } });
    await page.keyboard.press('?');
    await dialog();
    for (const entry of ['Rename', 'Delete']) {
      await page
        .getByRole('button', { name: /^Options for/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
      await nothing('[role=menu]');
      await page.getByRole('menuitem', { name: entry }).click();
      await dialog();
    }
    await page
      .getByRole('button', { name: /Account|You/ })
      .last()
      .click();
    await page.getByRole('menu').waitFor();
    await nothing('[role=menu]');
    await escape();
  });

  it('where an answer failed, where one is written, and where there is nothing', async () => {
    await page.goto(app.url);
    await ask(page, 'Please fail once here');
    await page.getByRole('alert').waitFor();
    await nothing();
    await ask(page, 'Count slowly please');
    await lastAnswer(page).getByText('word3').waitFor();
    await nothing();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.goto(`${app.url}/c/nothing-here`);
    await page.getByText('There is nothing here').waitFor();
    await nothing();
    await page.goto(`${app.url}/no/such/page`);
    await page.getByText('There is nothing here').waitFor();
    await nothing();
  });

  it('on the library pages and in their dialogs', async () => {
    for (const [path, create] of [
      ['/knowledge', 'New knowledge base'],
      ['/projects', 'New project'],
      ['/agents', 'New agent'],
    ] as const) {
      await page.goto(app.url + path);
      await page
        .getByRole('link', { name: /Ship papers|Refit|Quartermaster/ })
        .first()
        .waitFor();
      await nothing();
      await page.getByRole('button', { name: create }).click();
      await dialog();
    }
    await page.getByRole('link', { name: /Quartermaster/ }).click();
    await page.getByRole('checkbox', { name: 'Agentic retrieval' }).waitFor();
    await nothing();
    await page.goto(`${app.url}/projects`);
    await page.getByRole('link', { name: /Refit/ }).click();
    await page.getByRole('tab', { name: 'Instructions' }).click();
    await page.getByRole('textbox', { name: 'Instructions' }).waitFor();
    await nothing();
  });

  it('on a knowledge base and its items', async () => {
    await page.goto(app.url + basePath);
    await page.getByRole('link', { name: /Crew handbook/ }).waitFor();
    await nothing();
    await page.getByRole('button', { name: 'Add a folder' }).click();
    await dialog();
    for (const entry of ['Edit', 'Delete knowledge base']) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await dialog();
    }
    await page.getByRole('tab', { name: 'Try a search' }).click();
    await page.getByRole('searchbox', { name: 'Search for' }).fill('watch');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByTestId('hit').first().waitFor();
    await nothing();
    await page.getByRole('tab', { name: 'Sharing' }).click();
    await page.getByLabel('Who may see it').selectOption('shared');
    await page.getByLabel('Roles').selectOption({ label: 'member' });
    await nothing();
    await page.goto(app.url + itemPath);
    await page.getByTestId('document-text').waitFor();
    await page.getByTestId('source-guide').waitFor();
    await nothing();
    await page.getByRole('tab', { name: 'Technical details' }).click();
    await page.getByText('Chunk 1', { exact: true }).waitFor();
    await nothing();
  });

  it('in the proof view, and with the tray open', async () => {
    await page.goto(app.url + conversationPath);
    await page.getByTestId('answer').first().getByRole('button', { name: 'Check it' }).click();
    await page.getByTestId('proof').locator('[data-claim]').first().waitFor();
    await nothing();
    await page
      .getByTestId('proof')
      .getByRole('radio', { name: /^Not proven/ })
      .click();
    await nothing('[data-testid=proof]');
    await escape();
    await page.getByTestId('tray').getByRole('button', { expanded: false }).click();
    await page.getByTestId('tray').getByRole('listitem').first().waitFor();
    await nothing('[data-testid=tray]');
    await page.getByTestId('tray').getByRole('button', { expanded: true }).click();
  });

  it('on a phone, with the drawer and a panel', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(app.url + conversationPath);
    await page.getByTestId('answer').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await nothing();
    await page.getByRole('button', { name: 'Show the sidebar' }).click();
    await page.getByRole('link', { name: 'Knowledge', exact: true }).waitFor();
    await nothing();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
