import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase, post } from './support/page-actions.js';
import { phone as phoneSize, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Museum', {
    'hours.md': '# Hours\n\nThe museum opens at nine on every weekday of the year.',
  });
  await makeBase(page, 'Ship papers', documents);
});

afterAll(() => app.close());

const applies = (on: Page) => on.getByTestId('applies');

describe('WEB-9 what applies is visible and stays', () => {
  it('keeps the scope for the conversation, and shows it on each message and answer', async () => {
    await page.goto(app.url);
    await applies(page)
      .getByRole('button', { name: /^All documents/ })
      .click();
    await page.getByRole('menuitem', { name: 'Museum' }).click();
    await ask(page, 'When does the museum open?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    await applies(page).getByText('Museum').waitFor();
    await page.getByRole('article', { name: 'You' }).last().getByText('Only in Museum').waitFor();
    await lastAnswer(page)
      .getByTestId('applied')
      .getByText(/Only in Museum/)
      .waitFor();
    await page.reload();
    await answered(page);
    await applies(page).getByText('Museum').waitFor();
  });

  it('offers to widen the scope where nothing is found there, by one click', async () => {
    await ask(page, 'hydrothermal');
    await answered(page, 2);
    await lastAnswer(page).getByText('Nothing found in Museum').waitFor();
    await lastAnswer(page).getByRole('button', { name: 'Search all documents' }).click();
    await expect.poll(() => lastAnswer(page).innerText()).toContain('hydrothermal vent');
    await answered(page, 2);
    await applies(page)
      .getByRole('button', { name: /^All documents/ })
      .waitFor();
    expect(await lastAnswer(page).getByTestId('applied').innerText()).toContain('All documents');
    expect(await lastAnswer(page).getByText('Nothing found in').count()).toBe(0);
  });

  it('keeps the model through a reload, without a message', async () => {
    const isKept = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Small window' });
    await isKept;
    await page.reload();
    await answered(page, 2);
    await expect.poll(() => page.getByLabel('Model', { exact: true }).inputValue()).toBe('small');
  });

  it('names the project, lists its conversations, and moves a conversation into it', async () => {
    await post(page, '/api/projects', { name: 'Expedition' });
    const conversation = page.url();
    await page.reload();
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Expedition' });
    await page.locator('header').getByRole('link', { name: 'Expedition' }).click();
    await page.getByRole('tab', { name: 'Conversations' }).click();
    const list = page.getByTestId('project-conversations');
    await list.getByRole('link').click();
    await page.waitForURL(conversation);
  });

  it('pins a conversation on top of the list and moves it out of its project', async () => {
    const row = page.getByRole('navigation').getByRole('listitem').first();
    await row.hover();
    await row.getByRole('button', { name: /^Options for/ }).click();
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await page.getByRole('region', { name: 'Pinned' }).getByRole('link').waitFor();
    await row.hover();
    await row.getByRole('button', { name: /^Options for/ }).click();
    await page.getByRole('menuitem', { name: 'Move to a project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'No project' }).click();
    await page.locator('header').getByRole('link', { name: 'Expedition' }).waitFor({ state: 'detached' });
  });

  it('WEB-7 stands above the message field on a phone without crowding it', async () => {
    const phone = await app.open(new URL(page.url()).pathname, phoneSize);
    await answered(phone, 2);
    const bar = await applies(phone).boundingBox();
    expect(bar?.height).toBeLessThan(80);
    await applies(phone).getByLabel('Project', { exact: true }).selectOption({ label: 'Expedition' });
    await phone.locator('header').getByRole('link', { name: 'Expedition' }).click();
    await phone.getByRole('tab', { name: 'Conversations' }).click();
    await phone.getByTestId('project-conversations').getByRole('link').click();
    await answered(phone, 2);
    await phone.getByRole('button', { name: 'Show the sidebar' }).click();
    const pinned = phone.getByRole('region', { name: 'Pinned' });
    await pinned.getByRole('link').waitFor();
    await pinned.getByRole('button', { name: /^Options for/ }).click();
    await phone.getByRole('menuitem', { name: 'Move to a project' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'No project' }).click();
    await pinned.getByRole('button', { name: /^Options for/ }).click();
    await phone.getByRole('menuitem', { name: 'Unpin', exact: true }).click();
    await pinned.waitFor({ state: 'detached' });
    await phone.keyboard.press('Escape');
    await phone.locator('header').getByRole('link', { name: 'Expedition' }).waitFor({ state: 'detached' });
    expect(await widerThanScreen(phone)).toBe(0);
    await phone.context().close();
  });
});
