import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { Page } from 'playwright-core';
import { answered, ask, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

const section = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();

async function logInAs(name: string): Promise<Page> {
  const other = await app.open();
  await other.getByLabel('User name').fill(name);
  await other.getByLabel('Password').fill('another long password');
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  return other;
}

beforeAll(async () => {
  app = await startApp({ mode: 'login' });
});

afterAll(() => app.close());

describe('API-2 the first administrator, and logging in', () => {
  it('sets up with the one-time link', async () => {
    expect(app.setupUrl).not.toBeNull();
    page = await app.open(new URL(app.setupUrl ?? '').href.slice(app.url.length));
    await page.getByRole('heading', { name: 'Set up Ibid' }).waitFor();
    expect(await page.getByLabel('Setup token').inputValue()).not.toBe('');
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    expect(page.url()).not.toContain('token');
  });

  it('logs out, refuses a wrong password with words, and logs in', async () => {
    await page.getByRole('button', { name: 'Account of ada' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  });
});

describe('WEB-6 settings', () => {
  it('edits the system prompt with a live view of the assembled text', async () => {
    await ask(page, 'Hello there');
    await answered(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await section('System prompt');
    const field = page.getByRole('textbox', { name: 'System prompt' });
    await field.fill('Speak like a careful librarian.');
    await expect
      .poll(() => page.getByRole('region', { name: 'As the model would read it now' }).innerText())
      .toContain('careful librarian');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'System prompt' }).inputValue()).toBe(
      'Speak like a careful librarian.',
    );
    await page.getByRole('button', { name: 'Use the default prompt' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
  });

  it('keeps a reminder', async () => {
    await section('General');
    await page.getByRole('textbox', { name: 'Reminder' }).fill('Mention the year.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Reminder' }).inputValue()).toBe('Mention the year.');
    // The test model treats the last message as the question, and a reminder is the last one.
    await page.getByRole('textbox', { name: 'Reminder' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
  });

  it('MOD-1 lists the models and tests one', async () => {
    await section('Models');
    const row = page.getByRole('listitem').filter({ hasText: 'Test model' });
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText(/Works, answered in/).waitFor();
  });

  it('MOD-1, AGR-7 keeps a model for each task, and says which embedder is in use', async () => {
    await section('Models');
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await page.getByLabel('Classifying questions').selectOption({ label: 'Test model' });
    await field('Reranking').selectOption('Another one…');
    await field('Name of the model for reranking').fill('lab/rerank-1');
    await field('Search by meaning').selectOption('Another one…');
    await field('Name of the model for search').fill('lab/embed-1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await expect.poll(() => field('Reranking').inputValue()).toBe('lab/rerank-1');
    expect(await field('Search by meaning').inputValue()).toBe('lab/embed-1');
    expect(await page.getByLabel('Classifying questions').locator(':checked').innerText()).toBe('Test model');
    await page.getByText(/^In use: /).waitFor();
    await page.getByLabel('Classifying questions').selectOption('');
    await field('Reranking').selectOption('None');
    await field('Search by meaning').selectOption('Built in (English)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
  });

  it('MOD-1 adds a provider with a key, uses its models, and never shows the key again', async () => {
    const provider = await startFakeOpenAIServer();
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByLabel('Provider', { exact: true }).selectOption('openai-compatible');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Lab');
    await page.getByLabel('Key', { exact: true }).fill('sk-secret-of-the-lab');
    await page.getByLabel('Address').fill(provider.url);
    await page.getByLabel('Models, separated by commas').fill('fake/plain');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'fake/plain' });
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText(/Works, answered in/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByText('A key is stored.').waitFor();
    expect(await page.content()).not.toContain('sk-secret-of-the-lab');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByText('fake/plain').count()).toBe(0);
    await provider.close();
  });

  it('changes how everyone’s answers are made', async () => {
    await section('Answering');
    await page.getByLabel('Maximum steps per answer').fill('5');
    await page.getByRole('checkbox', { name: /Open web pages/ }).check();
    // The long texts below have a separate form.
    const form = page.locator('form').filter({ hasText: 'Maximum steps per answer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved').waitFor();
    await page.reload();
    expect(await page.getByLabel('Maximum steps per answer').inputValue()).toBe('5');
    expect(await page.getByRole('checkbox', { name: /Open web pages/ }).isChecked()).toBe(true);
  });

  it('FD-1, FD-7, CTX-9 sets what is kept under handles, and the next message follows it', async () => {
    const form = page.locator('form').filter({ hasText: 'Store long texts under handles' });
    const save = async () => {
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Saved').waitFor();
      await page.reload();
    };
    const sizes = {
      'Tool results, in tokens': '300',
      'Messages, in tokens': '200',
      'Preview, in tokens': '40',
    };
    for (const [label, size] of Object.entries(sizes)) await form.getByLabel(label).fill(size);
    await form.getByLabel('Storage limit per conversation, in MiB').fill('2');
    await form.getByLabel('Summarise past results').check();
    await save();
    for (const [label, size] of Object.entries(sizes))
      expect(await form.getByLabel(label).inputValue()).toBe(size);
    expect(await form.getByLabel('Storage limit per conversation, in MiB').inputValue()).toBe('2');
    expect(await form.getByLabel('Summarise past results').isChecked()).toBe(true);
    const stored = await page.evaluate(async () => (await fetch('/api/settings')).json());
    expect(stored).toMatchObject({
      system: {
        descriptors: {
          toolResultTokens: 300,
          userInputTokens: 200,
          previewTokens: 40,
          quotaBytes: 2 * 1024 * 1024,
        },
        context: { pastResultSummaries: true },
      },
    });

    const look = async () => {
      const text = 'The watch passed and nothing was seen. '.repeat(60);
      const { report } = await post<{ report: { removals: { kind: string; descriptor: string | null }[] } }>(
        page,
        '/api/preview',
        { text, parentMessageId: null },
      );
      return report.removals;
    };
    expect(await look()).toMatchObject([{ kind: 'user', descriptor: 'fd:1' }]);
    await form.getByLabel('Store long texts under handles').uncheck();
    expect(await form.getByLabel('Messages, in tokens').isDisabled()).toBe(true);
    await save();
    expect(await look()).toEqual([]);
    await form.getByLabel('Store long texts under handles').check();
    await save();
    expect(await look()).toHaveLength(1);
  });

  it('adds a user who can log in and sees no administration', async () => {
    await section('Users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    await page.getByLabel('User name').fill('ben');
    await page.getByLabel('Password', { exact: true }).fill('another long password');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('ben', { exact: true }).waitFor();
    const other = await app.open();
    await other.getByLabel('User name').fill('ben');
    await other.getByLabel('Password').fill('another long password');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByRole('link', { name: 'Settings' }).click();
    await other.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(await other.getByRole('link', { name: 'Users' }).count()).toBe(0);
    expect(await other.getByText('Hello there').count()).toBe(0);
    await other.goto(page.url());
    await other.context().close();
  });

  it('KB-5 shares with a person chosen by name, who then sees it', async () => {
    await post(page, '/api/knowledge-bases', { name: 'Tide tables' });
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByRole('link', { name: /Tide tables/ }).click();
    await page.getByRole('tab', { name: 'Sharing' }).click();
    await page.getByLabel('Who may see it').selectOption('shared');
    await page.getByLabel('Users').selectOption({ label: 'ben' });
    await page.getByLabel('Roles').selectOption({ label: 'member' });
    await page.getByRole('button', { name: 'Stop sharing with member' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Sharing' }).click();
    await page.getByRole('button', { name: 'Stop sharing with ben' }).waitFor();
    const other = await app.open();
    await other.getByLabel('User name').fill('ben');
    await other.getByLabel('Password').fill('another long password');
    await other.getByRole('button', { name: 'Log in' }).click();
    await other.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await other.getByRole('link', { name: /Tide tables/ }).click();
    await other.getByRole('tab', { name: 'Try a search' }).waitFor();
    expect(await other.getByRole('tab', { name: 'Sharing' }).count()).toBe(0);
    await other.context().close();
    await page.getByRole('link', { name: 'Settings' }).click();
  });

  it('KB-5 says what sharing a conversation shares, and shows the other person no more than that', async () => {
    const base = await post<{ id: string }>(page, '/api/knowledge-bases', { name: 'Pilot books' });
    await page.evaluate(async (path) => {
      const { csrfToken } = (await (await fetch('/api/session')).json()) as { csrfToken: string };
      const form = new FormData();
      form.append('files', new Blob(['# Pilot book\n\nThe harbour bar breaks at low water.']), 'pilot.md');
      await fetch(path, { method: 'POST', headers: { 'x-csrf-token': csrfToken }, body: form });
    }, `/api/knowledge-bases/${base.id}/uploads`);
    const items = async () =>
      (
        (await (await page.request.get(`${app.url}/api/knowledge-bases/${base.id}`)).json()) as {
          items: number;
        }
      ).items;
    await expect.poll(items).toBe(1);
    await page.getByRole('link', { name: 'New conversation' }).first().click();
    await ask(page, 'When does the harbour bar break?');
    await answered(page);
    await page.getByRole('button', { name: 'Share this conversation' }).click();
    const dialog = page.getByRole('dialog');
    for (const part of [
      'They see all questions and answers, including later ones, and the files attached to them.',
      'Answers may quote your documents. Whatever an answer says is shared with it.',
      'only if they have access to the document',
    ])
      await dialog.getByText(part).waitFor();
    await dialog.getByLabel('Who may see it').selectOption('shared');
    await dialog.getByLabel('Users').selectOption({ label: 'ben' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved').waitFor();
    await page.keyboard.press('Escape');
    // The focus is back where it was.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Share this conversation');
    const address = new URL(page.url()).pathname;

    const other = await logInAs('ben');
    await other.goto(app.url + address);
    await other.getByText('When does the harbour bar break?').first().waitFor();
    await other.getByTestId('answer').first().waitFor();
    await other.getByRole('button', { name: 'Sources', exact: true }).first().click();
    await other.getByText('You may not see this source.').first().waitFor();
    expect(await other.getByText('Pilot book', { exact: true }).count()).toBe(0);
    // They may neither share it nor write in it.
    for (const name of ['Share this conversation', 'Edit message', 'Answer again'])
      expect(await other.getByRole('button', { name }).count()).toBe(0);
    await other.context().close();
    await page.getByRole('link', { name: 'Settings' }).click();
  });

  it('MOD-1 offers a member no test of a model, which is for administrators', async () => {
    const other = await logInAs('ben');
    await other.getByRole('link', { name: 'Settings' }).click();
    await other
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Models', exact: true })
      .click();
    await other.getByText('Test model', { exact: true }).waitFor();
    expect(await other.getByRole('button', { name: 'Test', exact: true }).count()).toBe(0);
    await other.context().close();
    await section('Models');
    await page.getByRole('button', { name: 'Test', exact: true }).first().waitFor();
  });

  it('ORG-3 deletes a user as chosen, and hands over or deletes what they left behind', async () => {
    const other = await logInAs('ben');
    await post(other, '/api/knowledge-bases', { name: 'Logs of Ben' });
    await post(other, '/api/knowledge-bases', { name: 'Drafts of Ben' });
    const { id } = await post<{ id: string }>(other, '/api/conversations', { title: 'Ben alone' });
    await other.context().close();
    await section('Users');
    await page.getByRole('button', { name: 'Delete user: ben' }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByLabel('Their conversations');
    expect(await choice.inputValue()).toBe('delete-private');
    await choice.selectOption('delete-all');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('1 conversation', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('heading', { name: 'Left behind' }).waitFor();
    expect(await page.getByText('ben', { exact: true }).count()).toBe(0);
    expect((await page.request.get(`${app.url}/api/conversations/${id}`)).status()).toBe(404);

    const row = page.getByRole('listitem').filter({ hasText: 'Logs of Ben' });
    await row.getByText('0 documents · private').waitFor();
    await row.getByRole('button', { name: 'Hand over' }).click();
    await dialog.getByLabel('New owner').selectOption({ label: 'ada' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete knowledge base: Drafts of Ben' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Left behind' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByRole('link', { name: /Logs of Ben/ }).waitFor();
    expect(await page.getByRole('link', { name: /Drafts of Ben/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
  });

  it('makes a key, shows it once, and revokes it', async () => {
    await section('Keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('script');
    await page.getByRole('button', { name: 'Save' }).click();
    const key = await page.getByTestId('new-key').innerText();
    const answer = await fetch(`${app.url}/api/conversations`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await page.keyboard.press('Escape');
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke key: script' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('No keys yet').waitFor();
  });

  it('MOD-3 shows usage as figures and a chart', async () => {
    await section('Usage');
    await page.getByRole('img', { name: 'Tokens per day' }).waitFor();
    await page.getByRole('row', { name: /Test model/ }).waitFor();
  });
});

describe('WEB-7 keyboard', () => {
  it('opens the palette, filters it, and goes where it says', async () => {
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder('Search, or choose a command');
    await field.fill('knowl');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Knowledge bases' }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('pilot');
    await page.getByRole('option', { name: /^Pilot book\b/ }).click();
    await page.getByRole('heading', { name: 'Pilot book' }).first().waitFor();
  });

  it('starts a conversation, finds the message field and shows the list of keys', async () => {
    await page.keyboard.press('Control+Shift+o');
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Your message');
    await page.keyboard.type('Who?');
    expect(await page.getByLabel('Your message').inputValue()).toBe('Who?');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Hello from the keyboard');
    await page.keyboard.press('Enter');
    await answered(page);
    await page.locator('body').click({ position: { x: 640, y: 60 } });
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('Your message');
    await page.locator('body').click({ position: { x: 640, y: 60 } });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('hides and shows the sidebar', async () => {
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Show the sidebar' }).waitFor();
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Hide the sidebar' }).waitFor();
  });

  it('renames and deletes a conversation from the list', async () => {
    const row = page
      .getByRole('listitem')
      .filter({ hasText: 'Hello from the keyboard', has: page.getByRole('button', { name: /Options for/ }) });
    await row.hover();
    await row.getByRole('button', { name: /Options for/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Greetings');
    await page.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('listitem').filter({ hasText: 'Greetings' });
    await renamed.hover();
    await renamed.getByRole('button', { name: /Options for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByText('Greetings').count()).toBe(0);
  });

  it('finds conversations by words', async () => {
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('no such words anywhere');
    await page.getByText('No conversation matches.').waitFor();
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
