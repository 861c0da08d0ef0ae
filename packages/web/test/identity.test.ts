import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_CLIENT, startHouseProvider } from '../../server/src/acceptance/house-provider.js';
import { post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let house: Awaited<ReturnType<typeof startHouseProvider>>;
let root: Page;
let ada: Page;

const home = (page: Page) => page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();

/** From Ibid to the provider's pages, and back. */
async function logInAtHouse(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in with House' }).click();
  await page.waitForURL(`${house.issuer}/**`);
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  // The provider asks once for consent.
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${app.url}/**`);
}

const titles = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/knowledge-bases');
    const { rows = [] } = (await answer.json()) as { rows?: { name: string }[] };
    return rows.map(({ name }) => name);
  });

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
  house = await startHouseProvider({ ibid: app.url, id: 'house' });
  house.people.set('ada', ['staff', 'research']);
  house.people.set('eve', ['visitors']);
  house.people.set('mona', ['staff', 'ibid-admins']);
  root = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
  await root.getByLabel('User name').fill('root');
  await root.getByLabel('Password').fill('correct horse battery');
  await root.getByRole('button', { name: 'Create the administrator' }).click();
  await home(root);
});

afterAll(async () => {
  await app.close();
  await house.close();
});

describe('ORG-1 logging in through OpenID Connect', () => {
  it('is set up on the page, and the secret is never shown again', async () => {
    await root.getByRole('link', { name: 'Settings' }).click();
    await root
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Users', exact: true })
      .click();
    await root.getByText('None. People log in with their name and password.').waitFor();
    await root.getByRole('button', { name: 'Add a provider' }).click();
    await root.getByLabel('Name on the button').fill('House');
    await root.getByLabel('Issuer').fill(house.issuer);
    await root.getByLabel('Client ID').fill(HOUSE_CLIENT.clientId);
    await root.getByLabel('Client secret').fill(HOUSE_CLIENT.clientSecret);
    await root.getByLabel(/^Scopes/u).fill('openid profile groups offline_access');
    await root.getByLabel(/^Groups of administrators/u).fill('ibid-admins');
    await root.getByLabel(/^Groups that may log in/u).fill('staff');
    await root.getByText(`${app.url}/api/login/house/callback`).waitFor();
    await root.getByRole('button', { name: 'Save' }).click();
    await root.getByText(house.issuer).waitFor();
    const stored = await root.evaluate(async () => (await fetch('/api/settings')).text());
    expect(stored).toContain('"clientSecretSet":true');
    expect(stored).not.toContain(HOUSE_CLIENT.clientSecret);
    // Check at every request, so the test need not wait ten minutes.
    await root.evaluate(async () => {
      const session = (await (await fetch('/api/session')).json()) as { csrfToken: string };
      const settings = (await (await fetch('/api/settings')).json()) as {
        system: { identityProviders: object[] };
      };
      const identityProviders = settings.system.identityProviders.map((one) => ({
        ...one,
        recheckMinutes: 0,
      }));
      await fetch('/api/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrfToken },
        body: JSON.stringify({ system: { identityProviders } }),
      });
    });
    await post(root, '/api/knowledge-bases', {
      name: 'Findings',
      sharing: { visibility: 'shared', sharedWithGroups: ['research'] },
    });
    await post(root, '/api/knowledge-bases', { name: 'Only mine' });
  });

  it('makes the user at the first log-in, with the rights of their groups, and goes back to where they were', async () => {
    ada = await app.open('/knowledge');
    await logInAtHouse(ada, 'ada');
    await ada.getByRole('link', { name: 'Findings' }).waitFor();
    expect(new URL(ada.url()).pathname).toBe('/knowledge');
    expect(await titles(ada)).toEqual(['Findings']);
    await root.reload();
    const row = root.getByRole('listitem').filter({ hasText: 'ada' });
    await row.getByText('Member · staff · research').waitFor();
  });

  it('takes away what a group gave as soon as the person is in it no longer', async () => {
    house.people.set('ada', ['staff']);
    await expect.poll(() => titles(ada)).toEqual([]);
    house.people.set('ada', ['staff', 'research']);
    await expect.poll(() => titles(ada)).toEqual(['Findings']);
  });

  it('ends the session of who may no longer log in, and says so when they try', async () => {
    house.people.set('ada', ['research']);
    await ada.reload();
    await ada.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await titles(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Log in with House' }).click();
    await ada.getByText('That account may not log in here.').waitFor();
    const eve = await app.open();
    await logInAtHouse(eve, 'eve');
    await eve.getByText('That account may not log in here.').waitFor();
    await root.reload();
    await root.getByRole('listitem').filter({ hasText: 'ada' }).waitFor();
    expect(await root.getByRole('listitem').filter({ hasText: 'eve' }).count()).toBe(0);
  });

  it('makes administrators of a group, and logs out at the provider too', async () => {
    const mona = await app.open();
    await logInAtHouse(mona, 'mona');
    await home(mona);
    await mona.goto(`${app.url}/settings/users`);
    await mona.getByRole('button', { name: 'Add a user' }).waitFor();
    await mona.getByRole('button', { name: 'Account of mona' }).click();
    await mona.getByRole('menuitem', { name: 'Log out' }).click();
    await mona.waitForURL(`${house.issuer}/**`);
    await mona.locator('button[value=yes]').click();
    await mona.waitForURL(`${app.url}/`);
    await mona.getByRole('heading', { name: 'Log in' }).waitFor();
    // The session at the provider has ended, too: it asks for the name again.
    await mona.getByRole('button', { name: 'Log in with House' }).click();
    await mona.locator('input[name=login]').waitFor();
  });

  it('lets the administrator in with the password when the provider is gone', async () => {
    await house.close();
    const page = await app.open();
    await page.getByLabel('User name').fill('root');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await home(page);
    expect(app.complaints).toEqual([]);
  });
});
