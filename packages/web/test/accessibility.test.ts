import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

let app: App;
let page: Page;
let conversationPath = '';
let basePath = '';
let itemPath = '';

/** The structure is the same in both themes: in the dark one only the colours are looked at again. */
let rules: string[] | null = null;

/** Serious and critical findings of axe, as one line each. Run through the debugger: the page's policy forbids more. */
async function violations(): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'], ...(runOnly === null ? {} : { runOnly }) }))
      .violations;
  }, rules);
  return found
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) =>
      violation.nodes.map(
        (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`,
      ),
    );
}

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  basePath = new URL(await makeBase(page, 'Ship papers', documents)).pathname;
  await page.getByRole('link', { name: /Crew handbook/ }).click();
  await page.getByText('Chunk 1', { exact: true }).waitFor();
  itemPath = new URL(page.url()).pathname;
  await page.goto(app.url);
  await ask(page, 'think and doubt the watches and life jackets');
  await answered(page);
  conversationPath = new URL(page.url()).pathname;
  await ask(page, 'Write the plan as a reference');
  await answered(page, 2);
  await post(page, '/api/projects', { name: 'Refit' });
  await post(page, '/api/agents', { name: 'Quartermaster' });
});

afterAll(() => app.close());

describe.each(['light', 'dark'] as const)('WEB-7 axe finds nothing serious, %s', (colorScheme) => {
  beforeAll(async () => {
    rules = colorScheme === 'dark' ? ['color-contrast'] : null;
    await page.emulateMedia({ colorScheme });
  });

  it('on the start page', async () => {
    await page.goto(app.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await violations()).toEqual([]);
  });

  it('in a conversation, with its card, menus and every panel', async () => {
    await page.goto(app.url + conversationPath);
    await answered(page, 2);
    await page.getByTestId('answer').first().scrollIntoViewIfNeeded();
    await page.getByTestId('timeline').first().getByRole('button').last().click();
    expect(await violations()).toEqual([]);
    const chip = page.getByTestId('answer').first().locator('[data-citations] button').first();
    await chip.hover();
    await page.getByTestId('citation-card').waitFor();
    expect(await violations()).toEqual([]);
    await chip.click();
    await page.getByTestId('document-text').waitFor();
    expect(await violations()).toEqual([]);
    for (const name of ['Sources', 'References and files']) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.getByTestId('side-panel').getByRole('heading', { level: 3 }).first().waitFor();
      expect(await violations()).toEqual([]);
    }
    for (const [name, text] of [
      ['What the model saw', 'Budget'],
      ['How it searched', 'Results'],
    ] as const) {
      await page.getByTestId('answer').first().getByRole('button', { name }).click();
      await page.getByTestId('side-panel').getByText(text).first().waitFor();
      expect(await violations()).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await lastAnswer(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menu').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('on the library pages', async () => {
    for (const path of ['/knowledge', basePath, itemPath, '/projects', '/agents']) {
      await page.goto(app.url + path);
      await page.getByRole('heading', { level: 1 }).filter({ hasText: /\S/ }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await violations()).toEqual([]);
    }
    await page.getByRole('link', { name: /Quartermaster/ }).click();
    await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.goto(app.url + basePath);
    await page.getByRole('tab', { name: 'Try a search' }).click();
    await page.getByRole('searchbox', { name: 'Search for' }).fill('watch');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByTestId('hit').first().waitFor();
    expect(await violations()).toEqual([]);
  });

  it('in the settings', async () => {
    for (const section of ['general', 'prompt', 'answering', 'models', 'keys', 'usage']) {
      await page.goto(`${app.url}/settings/${section}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await violations()).toEqual([]);
    }
  });

  it('on a phone, with the drawer and a panel', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(app.url + conversationPath);
    await page.getByTestId('answer').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Show the sidebar' }).click();
    await page.getByRole('link', { name: 'New conversation' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
