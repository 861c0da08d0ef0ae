import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { documents } from './support/documents.js';
import { answered, ask, heldMessages, lastAnswer, makeBase, post } from './support/page-actions.js';
import { phone, sizes, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let withPassages = '';

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  await makeBase(page, 'Ship papers', documents);
  await page.getByRole('link', { name: 'New conversation' }).first().click();
  await ask(page, 'Hello there');
  await answered(page);
  await ask(page, 'What do the safety rules say about life jackets?');
  await answered(page, 2);
});

afterAll(() => app.close());

async function madeLink(on = page): Promise<string> {
  const dialog = on.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByTestId('new-link').innerText();
  await on.keyboard.press('Escape');
  return link.slice(app.url.length);
}

describe('ANS-4 a read-only link for people without an account', () => {
  it('says what it will show before it is made', async () => {
    await page.getByRole('button', { name: 'Share this conversation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Later messages are not shown.').waitFor();
    await dialog.getByText('as long as you have access to the document yourself').waitFor();
    expect(await findings(page)).toEqual([]);
    withPassages = await madeLink();
    expect(withPassages).toMatch(/^\/shared#[\w-]{20}/);
  });

  it.each(sizes)('shows the answer with working citations to a stranger, on a %s', async (_, options) => {
    const stranger = await app.open(withPassages, options);
    await stranger.getByText('This was shared with you through a link.').waitFor();
    const chip = stranger.getByTestId('answer').last().locator('[data-citations] button').first();
    await chip.click();
    const passage = stranger.locator('[id^=passage-]:focus');
    await expect.poll(() => passage.innerText()).toContain('Life jackets are worn');
    expect(await stranger.getByText('Searched').count()).toBe(0);
    expect(await stranger.getByRole('textbox').count()).toBe(0);
    expect(await findings(stranger)).toEqual([]);
    const width = await stranger.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 1280);
    await stranger.context().close();
  });

  it('shows one answer without its sources, where that is chosen, here on a phone', async () => {
    const storageState = await page.context().storageState();
    const small = await app.open(new URL(page.url()).pathname, { ...phone, storageState });
    await answered(small, 2);
    await lastAnswer(small).getByRole('button', { name: 'More actions' }).click();
    await small.getByRole('menuitem', { name: 'Share this answer with a link' }).click();
    await small.getByRole('dialog').getByLabel('Show the cited passages').uncheck();
    expect(await widerThanScreen(small)).toBe(0);
    const stranger = await app.open(await madeLink(small));
    await small.context().close();
    await stranger.getByText('did not share the sources').waitFor();
    await stranger.getByText('You may not see this source.').first().waitFor();
    expect(await stranger.getByText('Hello there').count()).toBe(0);
    await stranger.context().close();
  });

  it('opens nothing once it is revoked', async () => {
    await page.getByRole('button', { name: 'Share this conversation' }).click();
    const dialog = page.getByRole('dialog');
    const revoke = dialog.getByRole('button', { name: /^Revoke the link/ });
    await revoke.nth(1).waitFor();
    expect(await revoke.count()).toBe(2);
    for (const left of [1, 0]) {
      await revoke.first().click();
      await expect.poll(() => revoke.count()).toBe(left);
    }
    await page.keyboard.press('Escape');
    const stranger = await app.open(withPassages);
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await findings(stranger)).toEqual([]);
    await stranger.context().close();
  });

  it('can be switched off for everyone', async () => {
    await page.getByRole('button', { name: 'Share this conversation' }).click();
    const link = await madeLink();
    const conversation = page.url();
    await page.goto(`${app.url}/settings/answering`);
    await page.getByLabel('Links for people without an account').uncheck();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').first().waitFor();
    const stranger = await app.open(link);
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await stranger.context().close();
    await page.goto(conversation);
    await page.getByRole('button', { name: 'Share this conversation' }).click();
    await page.getByText('Your administrator has switched these links off.').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('KB-5 a conversation that was shared for reading', () => {
  it.each(sizes)(
    'says so in place of the message field, and goes on in a copy, on a %s',
    async (size, options) => {
      const { id } = await post<{ id: string }>(page, '/api/users', {
        name: size,
        password: 'another long password',
      });
      await page.request.patch(`${app.url}/api/conversations/${page.url().split('/').at(-1)}`, {
        data: { sharing: { visibility: 'shared', sharedWithUsers: [id] } },
        headers: {
          'x-csrf-token': (
            (await (await page.request.get(`${app.url}/api/session`)).json()) as { csrfToken: string }
          ).csrfToken,
        },
      });
      const other = await app.open(new URL(page.url()).pathname, options);
      const letThrough = await heldMessages(other);
      await other.getByLabel('User name').fill(size);
      await other.getByLabel('Password').fill('another long password');
      await other.getByRole('button', { name: 'Log in' }).click();
      await other.getByText('This conversation is shared with you.').waitFor();
      expect(await other.getByRole('textbox', { name: 'Your message' }).count()).toBe(0);
      const before = other.url();
      await other.getByRole('button', { name: 'Continue in your own copy' }).click();
      letThrough();
      await other.waitForURL((url) => url.pathname.startsWith('/c/') && url.href !== before);
      await other.getByRole('textbox', { name: 'Your message' }).waitFor();
      await other.context().close();
    },
  );

  it('made the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
