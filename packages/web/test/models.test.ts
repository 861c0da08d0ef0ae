import { startFakeOllama, startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOllama, FakeOpenAIServer } from '@ibid/core/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, ask } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let lab: FakeOpenAIServer;
let ollama: FakeOllama;

beforeAll(async () => {
  lab = await startFakeOpenAIServer({ apiKey: 'sk-right' });
  ollama = await startFakeOllama({
    models: [
      { name: 'fake/tokens=8', contextLength: 32_768 },
      { name: 'nomic-embed-text', capabilities: ['embedding'] },
    ],
  });
  app = await startApp();
  page = await app.open('/settings/models');
});

afterAll(async () => {
  await app.close();
  await lab.close();
  await ollama.close();
});

const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByLabel(name, { exact: true });

async function add(kind: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await field('Provider').selectOption(kind);
  for (const [name, value] of Object.entries(fields)) await field(name).fill(value);
}

/** The stored model for each task. */
async function tasks(): Promise<Record<string, string | null>> {
  const stored = await (await page.request.get(`${app.url}/api/settings`)).json();
  return (stored as { system: { models: Record<string, string | null> } }).system.models;
}

describe('MOD-1 from an address to a model that answers', () => {
  it('says what is wrong: no server, a wrong key, an unknown model', async () => {
    await add('openai-compatible', { Name: 'Lab', Address: 'http://127.0.0.1:9/v1' });
    await dialog().getByRole('button', { name: 'Test' }).click();
    await dialog().getByRole('alert').filter({ hasText: 'No answer from 127.0.0.1:9' }).waitFor();
    await field('Address').fill(lab.url);
    await field('Key').fill('sk-wrong');
    await dialog().getByRole('button', { name: 'Test' }).click();
    await dialog().getByRole('alert').filter({ hasText: /key/iu }).waitFor();
    await field('Key').fill('sk-right');
    await field('Models, separated by commas').fill('no-such-model');
    await dialog().getByRole('button', { name: 'Test' }).click();
    await dialog().getByRole('alert').filter({ hasText: 'no-such-model' }).waitFor();
    await field('Models, separated by commas').fill('');
  });

  it('lists its models with their windows once it works, and uses the one that is chosen', async () => {
    await dialog().getByRole('button', { name: 'Test' }).click();
    await dialog()
      .getByText(/Works, answered in/)
      .waitFor();
    const answers = field('Use for answers');
    expect(await answers.locator('option').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^fake\/plain · .*tokens/u)]),
    );
    await answers.selectOption('fake/plain');
    await field('Use for small tasks too: titles, summaries').check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'fake/plain' })
      .filter({ hasText: 'default' })
      .waitFor();
    expect(await page.getByLabel('Answers', { exact: true }).inputValue()).toBe('lab/fake/plain');
    expect(await tasks()).toMatchObject({ chat: 'lab/fake/plain', small: 'lab/fake/plain' });
  });

  it('stores no other model with a save of the form beside it', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'fake/plain' })
      .filter({ hasText: 'default' })
      .waitFor();
  });

  it('takes Ollama at its address, with the window that it tells', async () => {
    await add('ollama', { Name: 'Desk', Address: ollama.url });
    await dialog().getByRole('button', { name: 'Test' }).click();
    await field('Use for search by meaning').selectOption('nomic-embed-text');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await tasks()).toMatchObject({ chat: 'lab/fake/plain', embedding: 'desk/nomic-embed-text' });
    const row = page.getByRole('listitem').filter({ hasText: 'fake/tokens=8' });
    await row.getByText(/16,384 tokens of context \(reported by the provider\)/u).waitFor();
    const window = row.getByLabel('Context window: fake/tokens=8');
    await window.fill('9000');
    await window.blur();
    await row.getByText(/9,000 tokens of context \(set by you\)/u).waitFor();
  });

  it('answers with the model chosen in a conversation, also after an edit, and names it', async () => {
    await page.goto(app.url);
    await page.getByLabel('Model', { exact: true }).selectOption('desk/fake/tokens=8');
    await ask(page, 'Hello there');
    await answered(page);
    const answer = page.getByTestId('answer').last();
    await answer.getByText('fake/tokens=8').waitFor();
    expect(ollama.requests.at(-1)?.options).toMatchObject({ num_ctx: 9_000 });
    await answer.getByRole('button', { name: 'What the model saw' }).click();
    const panel = page.getByTestId('side-panel');
    await panel.getByText('Model window (set by you)').waitFor();
    await panel.getByText('9,000', { exact: true }).waitFor();
    await panel.getByText('Short tool definitions: the window has 9000 tokens.').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    let before = ollama.requests.length;
    await page.getByRole('button', { name: 'Answer again' }).click();
    await expect.poll(() => ollama.requests.length).toBeGreaterThan(before);
    await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
    await answered(page);
    await page.getByTestId('answer').last().getByText('fake/tokens=8').waitFor();
    before = ollama.requests.length;
    const mine = page.getByRole('article', { name: 'You' }).first();
    await mine.hover();
    await mine.getByRole('button', { name: 'Edit message' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Hello again');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => ollama.requests.length).toBeGreaterThan(before);
    await answered(page);
    await page.getByTestId('answer').last().getByText('fake/tokens=8').waitFor();
    expect(ollama.requests.at(-1)?.messages.at(-1)?.content).toContain('Hello again');
  });

  it('CTX-11 CTX-13 shows before and after sending how a message fits into a small window', async () => {
    await page.goto(`${app.url}/settings/models`);
    const row = page.getByRole('listitem').filter({ hasText: 'fake/tokens=8' });
    const window = row.getByLabel('Context window: fake/tokens=8');
    await window.fill('2048');
    await window.blur();
    await row.getByText(/2,048 tokens of context \(set by you\)/u).waitFor();
    await page.goto(app.url);
    await page.getByLabel('Model', { exact: true }).selectOption('desk/fake/tokens=8');
    const message = '港の灯台は百四十九段の高さがある。'.repeat(300);
    await page.getByRole('textbox', { name: 'Your message' }).fill(message);
    await page.getByRole('button', { name: 'What the model would see' }).click();
    const panel = page.getByTestId('side-panel');
    const shown = async () => {
      await panel
        .getByText(/^Short system prompt and short tool definitions: the window has 2048 tokens/u)
        .waitFor();
      await panel.getByText('Model window (set by you)').waitFor();
      // What is not shown is stored under a handle.
      await panel
        .getByRole('listitem')
        .filter({ hasText: /^User message/u })
        .filter({ hasText: /· fd:1$/u })
        .waitFor();
    };
    await shown();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answered(page);
    const asked = ollama.requests.at(-1);
    expect(asked?.options).toMatchObject({ num_ctx: 2_048 });
    expect(asked?.cutTokens).toBe(0);
    await page.getByTestId('answer').last().getByRole('button', { name: 'What the model saw' }).click();
    await shown();
    await page.keyboard.press('Escape');

    // FD-7: beyond the limit, the answer still comes, and says what is not stored.
    const limited = await page.request.put(`${app.url}/api/settings`, {
      data: { system: { descriptors: { quotaBytes: 2_000 } } },
    });
    expect(limited.status()).toBe(200);
    await ask(page, message);
    await answered(page, 2);
    const answer = page.getByTestId('answer').last();
    await answer.getByText(/^Notes on this answer \(\d\)$/u).click();
    await answer.getByText(/^The message could not be kept for later: .*at most 2\.0 KiB/u).waitFor();
  });

  it('FLOW-9 says what is waited for, and helps when a key is refused; a message written meanwhile is held', async () => {
    const chat = (model: string) => page.getByLabel('Model', { exact: true }).selectOption(model);
    const added = await page.request.post(`${app.url}/api/providers`, {
      data: {
        name: 'Trouble',
        kind: 'openai-compatible',
        baseUrl: lab.url,
        apiKey: 'sk-right',
        models: ['fake/hang', 'fake/error=401'],
      },
    });
    expect(await added.json()).toEqual({ id: 'trouble' });
    await page.clock.install();
    await page.goto(app.url);
    await chat('trouble/fake/hang');
    await ask(page, 'Is anybody there?');
    const answer = page.getByTestId('answer').last();
    await answer.getByTestId('waiting').waitFor();
    // A few seconds at a time, because the timer may start late.
    const after = async (seconds: number, words: string) => {
      await expect
        .poll(async () => {
          await page.clock.runFor(seconds * 1_000);
          return answer.getByTestId('waiting').innerText();
        })
        .toContain(words);
    };
    await after(5, 'Waiting for fake/hang…');
    await after(10, 'You can keep waiting, or stop and choose another model.');
    await answer.getByRole('link', { name: 'Check the provider in Settings' }).waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('And now?');
    await page.keyboard.press('Enter');
    await page.getByTestId('composer').getByText('Not sent yet').waitFor();
    await page.keyboard.press('Escape');
    await answer.getByText('You stopped this answer before anything was written.').waitFor();
    await page.goto(app.url);
    await chat('trouble/fake/error=401');
    await ask(page, 'Is anybody there?');
    await answer.getByText('This answer failed').waitFor();
    await answer.getByRole('button', { name: 'Try again' }).waitFor();
    await answer.getByRole('link', { name: 'Check the provider in Settings' }).click();
    await page.waitForURL(/settings\/models/);
    // Two conversations with the same title each show their time.
    await expect.poll(() => page.getByRole('link', { name: /^Is anybody there\?.*\d{4}/ }).count()).toBe(2);
    expect(app.complaints).toEqual([]);
  });
});
