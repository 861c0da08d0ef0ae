import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.js';
import { answered, ask, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const PASSWORD = 'correct horse battery';
let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await started(page);
  await post(page, '/api/users', { name: 'ben', password: PASSWORD });
});

afterAll(() => app.close());

const started = (of: Page) => of.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
const section = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();

async function logIn(of: Page, name: string): Promise<void> {
  await of.getByLabel('User name').fill(name);
  await of.getByLabel('Password').fill(PASSWORD);
  await of.getByRole('button', { name: 'Log in' }).click();
}

/** RFC 6238, with the key that the page shows. */
function codeOf(key: string, step: number): string {
  const bits = Array.from(key, (one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

describe('ANS-5 feedback of everybody, for administrators', () => {
  it('has the figures of all, and words only where they were shared', async () => {
    await page.goto(`${app.url}/settings/feedback`);
    await page.getByText('Nobody has given feedback yet.').waitFor();
    await post(page, '/api/users', { name: 'cora', password: PASSWORD });
    const cora = await app.open();
    await logIn(cora, 'cora');
    await started(cora);
    await ask(cora, 'Hello harbour');
    await answered(cora);
    await cora.getByRole('button', { name: 'This answer is wrong', exact: true }).click();
    const form = cora.getByTestId('feedback-form');
    await form.getByLabel('In your own words').fill('The pier was closed.');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.reload();
    const everybody = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Everyone' }) });
    await everybody.getByText('From one person.').waitFor();
    expect(await everybody.innerText()).not.toContain('Hello harbour');
    await cora.getByRole('button', { name: 'Why?' }).click();
    await form.getByLabel('Administrators may read this').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await cora.close();
    await page.reload();
    await everybody.getByText('The pier was closed.').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(app.url);
  });
});

describe('ORG-5 budgets on the page', () => {
  it('are set for a role and shown to its people before and when they are used up', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await section('Usage');
    await page.getByRole('textbox', { name: 'Tokens per day' }).fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“many” is not a number.').waitFor();
    await page.getByRole('textbox', { name: 'Tokens per day' }).fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(await findings(page)).toEqual([]);

    const ben = await app.open();
    await logIn(ben, 'ben');
    await started(ben);
    await ben.getByText(/^Used up: Tokens per day, 0 of 0; resets/u).waitFor();
    await ask(ben, 'Hello there');
    await ben
      .getByRole('alert')
      .filter({ hasText: 'You have used 0 of 0 tokens of your budget for today.' })
      .waitFor();

    await section('Users');
    const row = page.getByRole('listitem').filter({ hasText: 'ben' });
    await row.getByRole('button', { name: 'Budget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Budget for ben' });
    await dialog.getByLabel('Tokens per day').last().fill('none');
    await dialog.getByLabel('Tokens per month').last().fill('1000000');
    await dialog.getByLabel('Storage in MB').last().fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved').waitFor();
    await page.keyboard.press('Escape');

    await ben.reload();
    await ask(ben, 'Hello there');
    await answered(ben);
    await ben.goto(`${app.url}/settings/usage`);
    await ben.getByRole('heading', { name: 'Your budget' }).waitFor();
    await ben.getByText(/of 1,000,000$/u).waitFor();
    const base = await post<{ id: string }>(ben, '/api/knowledge-bases', { name: 'Nets' });
    await ben.goto(`${app.url}/knowledge/${base.id}`);
    const buffer = Buffer.from('The net dries on the quay. '.repeat(34_000));
    const input = ben.getByTestId('upload-input');
    await input.setInputFiles({ name: 'nets.txt', mimeType: 'text/plain', buffer });
    await ben.getByText('Nearly used up: Storage, 0.9 MB of 1.0 MB.').waitFor();
    await ben.context().close();
    // The usage list shows names.
    await section('Usage');
    await page.getByRole('region', { name: 'By user' }).getByRole('rowheader', { name: 'ben' }).waitFor();
  });
});

describe('ORG-1 a second factor on the page', () => {
  it('is set up with a picture and a code, asked for at the log-in, and removed', async () => {
    await section('Your log-in');
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
    await expect
      .poll(async () => (await picture.locator('path').getAttribute('d'))?.length ?? 0)
      .toBeGreaterThan(2_000);
    const key = await dialog.locator('code').innerText();
    const step = Math.floor(Date.now() / 30_000);
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key, step - 1));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(10);
    const recovery = await codes.first().innerText();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('On. 10 recovery codes are left.').waitFor();
    expect(await findings(page)).toEqual([]);

    const other = await app.open();
    await logIn(other, 'ada');
    await other.getByLabel('Code', { exact: true }).fill('000000');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    await other.getByLabel('Code', { exact: true }).fill(recovery);
    await other.getByRole('button', { name: 'Log in' }).click();
    await started(other);
    await other.context().close();

    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove the second factor' });
    await removal.getByLabel('Current password').fill(PASSWORD);
    await removal.getByRole('button', { name: 'Remove the second factor' }).click();
    await page.getByText('Off. Your password alone is enough to log in.').waitFor();
  });

  it('is required where an administrator says so, and set up at the log-in', async () => {
    await page.goto(`${app.url}/settings/users`);
    await page.getByLabel('Members').check();
    await page.getByLabel(/^Require a code from an administrator/u).check();
    const required = page.locator('section', { hasText: 'Who needs a second factor' });
    await required.getByRole('button', { name: 'Save' }).click();
    await required.getByText('Saved').waitFor();
    const ben = await app.open();
    await logIn(ben, 'ben');
    await ben.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await ben.getByLabel('Set-up code').waitFor();
    expect(await findings(ben)).toEqual([]);
    await ben.getByLabel('Current password').fill(PASSWORD);
    await ben.getByLabel('Set-up code').fill('aaaaa-aaaaa');
    await ben.getByRole('button', { name: 'Continue' }).click();
    await ben.getByRole('alert').filter({ hasText: 'The set-up code is wrong' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'ben' }).getByRole('button', { name: 'Edit' }).click();
    const user = page.getByRole('dialog', { name: 'ben' });
    await user.getByRole('button', { name: 'Create a set-up code' }).click();
    const code = await user.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/u).innerText();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await ben.getByLabel('Set-up code').fill(code);
    await ben.getByRole('button', { name: 'Continue' }).click();
    const key = await ben.locator('code').innerText();
    await ben.getByLabel('Code', { exact: true }).fill(codeOf(key, Math.floor(Date.now() / 30_000)));
    await ben.getByRole('button', { name: 'Confirm' }).click();
    await ben.getByRole('button', { name: 'I have saved them' }).click();
    await started(ben);
    await ben.context().close();
    await page.getByLabel('Members').uncheck();
    await page.getByLabel(/^Require a code from an administrator/u).uncheck();
    await required.getByRole('button', { name: 'Save' }).click();
    await required.getByText('Saved').waitFor();
  });
});

describe('ORG-3, ORG-4 retention, backups and erasure on the page', () => {
  it('shows what would go, makes a backup, and says what became of a person’s things', async () => {
    await section('Retention and backups');
    await page.getByText('With these settings, nothing would be deleted now.').waitFor();
    await page.getByLabel('Days to keep conversations').fill('30');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').waitFor();
    await page.getByText('No backup has been made yet.').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/^Last backup: .*ibid-.*\.tar\.gz, [\d.]+ MB\.$/u).waitFor();
    expect(await findings(page)).toEqual([]);
    await section('Users');
    await page.getByRole('button', { name: 'Delete user: ben' }).click();
    await page.getByLabel('Their knowledge bases, and what they shared').selectOption('delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const report = page.getByRole('dialog', { name: 'ben was deleted' });
    await report.getByText(/^\d conversations?$/u).waitFor();
    await report.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('ben', { exact: true }).waitFor({ state: 'detached' });
    expect(app.complaints).toEqual([]);
  });
});
