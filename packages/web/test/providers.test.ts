import { startFakeOllama, startFakeProvider } from '@ibid/core/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

interface Kind {
  /** As named in the dialog. */
  kind: string;
  server: Parameters<typeof startFakeProvider>[0]['kind'] | 'ollama';
  model: string;
  window: string;
  /** A server with one model answers to any name. */
  knowsNames?: false;
}

const KINDS: readonly Kind[] = [
  { kind: 'openai', server: 'openai', model: 'gpt-4.1', window: '1,047,576' },
  { kind: 'anthropic', server: 'anthropic', model: 'claude-sonnet-4-5', window: '40,000' },
  { kind: 'google', server: 'google', model: 'gemini-2.5-flash', window: '40,000' },
  { kind: 'mistral', server: 'mistral', model: 'mistral-large-latest', window: '40,000' },
  { kind: 'openai-compatible', server: 'vllm', model: 'qwen3-8b', window: '40,000' },
  { kind: 'openai-compatible', server: 'lm-studio', model: 'qwen3-8b', window: '40,000' },
  { kind: 'openai-compatible', server: 'llama.cpp', model: 'qwen3-8b', window: '40,000', knowsNames: false },
  { kind: 'ollama', server: 'ollama', model: 'fake/quote,tools=1', window: '16,384' },
];

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open('/');
  await makeBase(page, 'Voyage', documents);
});
afterAll(() => app.close());

const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByLabel(name, { exact: true });
const test = () => dialog().getByRole('button', { name: 'Test' }).click();
const complaint = (words: RegExp) => dialog().getByRole('alert').filter({ hasText: words }).waitFor();

async function start({ server, model, window }: Kind) {
  if (server === 'ollama') return startFakeOllama({ apiKey: 'sk-right', models: [{ name: model }] });
  const behaves = 'fake/quote,tools=1';
  const models = [{ name: model, behaves, window: Number(window.replaceAll(',', '')) }];
  return startFakeProvider({ kind: server, apiKey: 'sk-right', models });
}

it('MOD-1 the page offers no kind that is not tried here', async () => {
  await page.goto(`${app.url}/settings/models`);
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const offered = await field('Provider')
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(offered.toSorted()).toEqual([...new Set(KINDS.map(({ kind }) => kind))].toSorted());
});

describe.each(KINDS)('MOD-1 $server on the page', (one) => {
  const { kind, model, window, knowsNames = true } = one;

  it('is added, tested, chosen, asked and taken out', async () => {
    const provider = await start(one);
    await page.goto(`${app.url}/settings/models`);
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await field('Provider').selectOption(kind);
    await field('Name').fill(`My ${one.server}`);
    await field('Address').fill('http://127.0.0.1:9/v1');
    await field('Key').fill('sk-wrong');
    await test();
    await complaint(/no answer|cannot be reached/iu);
    await field('Address').fill(provider.url);
    await test();
    await complaint(/key/iu);
    await field('Key').fill('sk-right');
    if (knowsNames) {
      await field('Models, separated by commas').fill('no-such-model');
      await test();
      await complaint(/no-such-model/u);
      await field('Models, separated by commas').fill('');
    }
    await test();
    await dialog()
      .getByText(/Works, answered in/)
      .waitFor();
    expect(await field('Use for answers').locator('option').allInnerTexts()).toContain(
      `${model} · ${window} tokens of context`,
    );
    await field('Use for answers').selectOption(model);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: model }).filter({ hasText: 'default' });
    await row.waitFor();

    await page.goto(app.url);
    await ask(page, 'Where did the vessel leave from?');
    await answered(page);
    expect(await lastAnswer(page).innerText()).toContain('Lisbon');
    await lastAnswer(page).locator('[data-citations] button').first().waitFor();
    await lastAnswer(page).getByText(`${model} · All documents`).waitFor();

    // When it is down, the answer does not pretend, and the test says so.
    await provider.close();
    await page.goto(app.url);
    await ask(page, 'And where did it go?');
    await lastAnswer(page).getByText('This answer failed').waitFor();
    await lastAnswer(page)
      .getByText(/no answer from|cannot be reached/iu)
      .first()
      .waitFor();
    await page.goto(`${app.url}/settings/models`);
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText(/Does not work/u).waitFor();

    await page.getByRole('button', { name: `Remove My ${one.server}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Test model' })
      .filter({ hasText: 'default' })
      .waitFor();
    expect(app.complaints).toEqual([]);
  });
});
