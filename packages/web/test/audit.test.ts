import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const PASSWORD = 'another long password';
let app: App;
let page: Page;

const section = (where: Page, name: string) =>
  where.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();

async function logIn(name: string, password: string): Promise<Page> {
  const other = await app.open();
  await other.getByLabel('User name').fill(name);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  return other;
}

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  await post(page, '/api/users', { name: 'ben', password: PASSWORD });
});

afterAll(() => app.close());

describe('ORG-1 one’s own log-in', () => {
  it('changes the password, and is logged out elsewhere', async () => {
    const [here, there] = [await logIn('ben', PASSWORD), await logIn('ben', PASSWORD)];
    await here.getByRole('link', { name: 'Settings' }).click();
    await section(here, 'Your log-in');
    await expect.poll(() => here.getByRole('listitem').filter({ hasText: 'Chrome on' }).count()).toBe(2);
    await here.getByLabel('Current password').fill('not the password');
    await here.getByLabel('New password').fill('four other quiet words');
    await here.getByRole('button', { name: 'Save' }).click();
    await here.getByText('The current password is wrong.').waitFor();
    await here.getByLabel('Current password').fill(PASSWORD);
    await here.getByRole('button', { name: 'Save' }).click();
    await here.getByText('Saved').waitFor();
    await expect.poll(() => here.getByText('this browser').count()).toBe(1);
    expect((await there.request.get(`${app.url}/api/conversations`)).status()).toBe(401);
    await there.context().close();

    const again = await logIn('ben', 'four other quiet words');
    await section(here, 'General');
    await section(here, 'Your log-in');
    await here.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect
      .poll(async () => (await again.request.get(`${app.url}/api/conversations`)).status())
      .toBe(401);
    expect((await here.request.get(`${app.url}/api/conversations`)).status()).toBe(200);
    await again.context().close();
    await here.context().close();
  });
});

describe('ORG-2 the audit log on the page', () => {
  const rows = () => page.getByRole('region', { name: 'Entries of the audit log' }).locator('tbody tr');

  it('shows what was done, filters it and checks the chain', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await section(page, 'Audit log');
    await rows().filter({ hasText: 'Added a user' }).filter({ hasText: 'user ben' }).first().waitFor();
    await page.getByLabel('Outcome').selectOption('refused');
    await expect
      .poll(() => rows().allInnerTexts())
      .toEqual([expect.stringContaining('Changed their password')]);
    await page.getByLabel('Outcome').selectOption('');
    await page.getByLabel('Action').selectOption('login');
    await expect
      .poll(async () => (await rows().allInnerTexts()).every((row) => row.includes('Logged in')))
      .toBe(true);
    await page.getByLabel('Person').selectOption({ label: 'ada' });
    await page.getByText('Nothing matches.').waitFor();
    await page.getByLabel('Action').selectOption('');
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText(/The log is intact: \d+ entries were checked\./).waitFor();
    await page.evaluate(() => localStorage.setItem('ibid:language', 'de'));
    await page.reload();
    const german = page.getByRole('region', { name: 'Zeilen des Protokolls' }).locator('tbody tr');
    await german
      .filter({ hasText: 'Benutzer angelegt' })
      .filter({ hasText: 'Benutzer ben' })
      .filter({ hasText: 'Rolle: Mitglied' })
      .first()
      .waitFor();
    await page.evaluate(() => localStorage.setItem('ibid:language', 'en'));
    await page.reload();
    await page.getByLabel('Person').selectOption({ label: 'ada' });
  });

  it('saves what the filter shows', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('actor_name');
    expect(lines.slice(1).every((line) => line.includes(',ada,'))).toBe(true);
    expect(lines.length).toBeGreaterThan(2);
  });

  it('is kept as long as is set', async () => {
    await page.getByLabel('Days, at least 30').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Days, at least 30').inputValue()).toBe('90');
    await rows().filter({ hasText: 'changed: auditDays' }).first().waitFor();
  });

  it('is not for others', async () => {
    const other = await logIn('ben', 'four other quiet words');
    await other.getByRole('link', { name: 'Settings' }).click();
    await other.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(await other.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await other.context().close();
  });
});
