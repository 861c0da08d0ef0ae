import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { answered, ask, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
});

afterAll(() => app.close());

const nothing = async (within?: string) => expect(await findings(page, within)).toEqual([]);
const dialog = async () => {
  await page.getByRole('dialog').waitFor();
  await nothing('[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const section = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();

describe('WEB-7 axe finds nothing serious, light and dark', () => {
  it('where the first administrator is made', async () => {
    await page.getByRole('heading', { name: 'Set up Ibid' }).waitFor();
    await nothing();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await nothing();
  });

  it('where one logs in, also after a wrong password', async () => {
    await page.getByRole('button', { name: 'Account of ada' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await nothing();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await nothing();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  });

  it('on empty pages, which teach', async () => {
    for (const name of ['Knowledge', 'Projects', 'Agents']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await nothing('main');
    }
  });

  it('in every section of the settings', async () => {
    await page.goto(app.url);
    await ask(page, 'Hello there');
    await answered(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    for (const name of [
      'General',
      'Your log-in',
      'System prompt',
      'Answering',
      'Models',
      'Users',
      'Keys',
      'Usage',
      'Retention and backups',
      'Audit log',
    ]) {
      await section(name);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await nothing('main');
    }
  });

  it('in the dialogs of models, users and keys', async () => {
    await section('Models');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await dialog();
    await section('Users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    await dialog();
    await post(page, '/api/users', { name: 'ben', password: 'another long password' });
    await page.reload();
    await page.getByRole('button', { name: 'Delete user: ben' }).click();
    await dialog();
    await section('Keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('script');
    await nothing();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByTestId('new-key').waitFor();
    await dialog();
    await page.getByRole('button', { name: 'Revoke key: script' }).click();
    await dialog();
    await nothing();
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
