import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOllama, startFakeProvider } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';

interface Kind {
  /** As named by `ibid models add`. */
  kind: string;
  server: Parameters<typeof startFakeProvider>[0]['kind'] | 'ollama';
  model: string;
  window: number;
  /** A server with one model answers to any name. */
  knowsNames?: false;
}

const KINDS: readonly Kind[] = [
  { kind: 'openai', server: 'openai', model: 'gpt-4.1', window: 1_047_576 },
  { kind: 'anthropic', server: 'anthropic', model: 'claude-sonnet-4-5', window: 40_000 },
  { kind: 'google', server: 'google', model: 'gemini-2.5-flash', window: 40_000 },
  { kind: 'mistral', server: 'mistral', model: 'mistral-large-latest', window: 40_000 },
  { kind: 'openai-compatible', server: 'vllm', model: 'qwen3-8b', window: 40_000 },
  { kind: 'openai-compatible', server: 'lm-studio', model: 'qwen3-8b', window: 40_000 },
  { kind: 'openai-compatible', server: 'llama.cpp', model: 'qwen3-8b', window: 40_000, knowsNames: false },
  { kind: 'ollama', server: 'ollama', model: 'fake/quote,tools=1', window: 16_384 },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-providers-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
  vi.stubEnv('IBID_EMBEDDER', 'none');
  writeFileSync(join(folder, 'harbour.md'), 'The harbour master is called Odalys Brandt.');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function start({ server, model, window }: Kind) {
  if (server === 'ollama') return startFakeOllama({ apiKey: 'sk-right', models: [{ name: model }] });
  const models = [{ name: model, behaves: 'fake/quote,tools=1', window }];
  return startFakeProvider({ kind: server, apiKey: 'sk-right', models });
}

describe.each(KINDS)('MOD-1 $server on the command line', (one) => {
  const { kind, server, model, window, knowsNames = true } = one;
  const data = () => join(folder, server.replace('.', ''));
  const run = (...words: string[]) => ibid(...words, '--data', data());
  const key = ['--api-key', 'sk-right'];

  it('is added, tested, chosen, asked and taken out', async () => {
    const provider = await start(one);
    try {
      const add = ['models', 'add', kind, '--url', provider.url];
      const wrong = await run(...add, '--api-key', 'sk-wrong');
      expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/key/iu) });
      expect(wrong.err).not.toContain('sk-wrong');
      if (knowsNames) {
        const unknown = await run(...add, ...key, '--model', 'no-such-model');
        expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('"no-such-model"') });
      }
      const away = await run('models', 'add', kind, '--url', 'http://127.0.0.1:9/v1', ...key);
      expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/no answer|cannot be reached/iu) });
      expect(JSON.parse((await run('models', '--json')).out)).toMatchObject({ providers: [] });

      const added = await run(...add, ...key, '--name', 'Desk');
      expect(added.err).toBe('');
      expect(added).toMatchObject({
        code: 0,
        out: expect.stringContaining(`desk/${model} is set for answers`),
      });
      const listed = JSON.parse((await run('models', '--json')).out) as { rows: { id: string }[] };
      expect(listed.rows.find(({ id }) => id === `desk/${model}`)).toMatchObject({ contextWindow: window });
      expect(await run('models', 'test', `desk/${model}`)).toMatchObject({
        code: 0,
        out: expect.stringContaining('works'),
      });
      if (knowsNames) {
        const slip = await run('models', 'use', 'desk/no-such-model');
        expect(slip).toMatchObject({
          code: 1,
          err: expect.stringContaining(`Nothing was changed: desk/${model} stays in use for answers.`),
        });
      }
      // Selected manually, too: the built-in one, then the provider's again.
      expect((await run('models', 'use', 'ibid/extractive')).code).toBe(0);
      expect(await run('models', 'use', `desk/${model}`)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`desk/${model} is set for answers`),
      });
      expect((await run('doctor')).code).toBe(0);

      expect((await run('ingest', join(folder, 'harbour.md'))).code).toBe(0);
      const answer = await run('ask', 'Who is the harbour master?');
      expect(answer.out).toContain('Odalys Brandt');
      expect(answer.out).toContain('[1]');
      expect(answer.err).not.toContain('without saying so');
    } finally {
      await provider.close();
    }

    // The provider is down: every command says so, with an exit code for scripts.
    const model_id = `desk/${model}`;
    expect(await run('models', 'test', model_id)).toMatchObject({ code: 1 });
    expect(await run('ask', 'Who is the harbour master?')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no answer from|cannot be reached/iu),
    });
    const ill = await run('doctor');
    expect(ill).toMatchObject({ code: 1, out: expect.stringContaining('does not work') });
    expect((await run('doctor', '--json')).code).toBe(1);
    expect(await run('models', 'remove', 'desk')).toMatchObject({ code: 0, out: 'desk was removed.\n' });
    expect(JSON.parse((await run('models', '--json')).out)).toMatchObject({
      current: { chat: 'ibid/extractive' },
    });
    expect((await run('doctor')).code).toBe(0);
    expect((await run('models', 'remove', 'desk')).code).toBe(1);
  });
});

describe('MOD-1 a second provider', () => {
  const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'second'));

  it('is added without changing the model that answers', async () => {
    const provider = await startFakeProvider({
      kind: 'vllm',
      models: [{ name: 'qwen3-8b', behaves: 'fake/plain' }],
    });
    try {
      const add = (name: string) =>
        run('models', 'add', 'openai-compatible', '--url', provider.url, '--name', name);
      expect((await add('first')).out).toContain('first/qwen3-8b is set for answers');
      const second = await add('second');
      expect(second.out).toContain('second was added.');
      expect(second.out).toContain(
        'first/qwen3-8b stays in use for answers. To change that: ibid models use second/qwen3-8b',
      );
      expect(JSON.parse((await run('models', '--json')).out)).toMatchObject({
        current: { chat: 'first/qwen3-8b' },
      });
    } finally {
      await provider.close();
    }
  });
});

describe('MOD-1 what is set in the environment', () => {
  const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'environment'));

  it('doctor: 1 for a model that nobody has, 0 once it works', async () => {
    const provider = await startFakeProvider({
      kind: 'vllm',
      models: [{ name: 'qwen3-8b', behaves: 'fake/plain' }],
    });
    try {
      vi.stubEnv('IBID_MODEL', 'elsewhere/qwen3-8b');
      const unresolved = await run('doctor');
      expect(unresolved).toMatchObject({ code: 1, out: expect.stringContaining('elsewhere/qwen3-8b') });
      vi.stubEnv('IBID_MODEL_URL', provider.url);
      vi.stubEnv('IBID_MODEL', 'qwen3-80b');
      expect((await run('doctor')).code).toBe(1);
      vi.stubEnv('IBID_MODEL', 'qwen3-8b');
      expect((await run('doctor')).code).toBe(0);
      expect(await run('models', 'remove', 'custom')).toMatchObject({
        code: 1,
        err: expect.stringContaining('environment'),
      });
    } finally {
      vi.stubEnv('IBID_MODEL', '');
      vi.stubEnv('IBID_MODEL_URL', '');
      await provider.close();
    }
  });

  it('add: says what kinds there are, and which need a key', async () => {
    const unknown = await run('models', 'add', 'gpt');
    expect(unknown.code).toBe(2);
    // All of them are tested above.
    const named = /Choose one of: (.*)\./u.exec(unknown.err)?.[1]?.split(', ');
    expect(named?.toSorted()).toEqual([...new Set(KINDS.map(({ kind }) => kind))].toSorted());
    expect(await run('models', 'add', 'anthropic')).toMatchObject({
      code: 2,
      err: expect.stringContaining('anthropic needs a key'),
    });
    expect(await run('models', 'add', 'mistral', '--url', 'http://127.0.0.1:9/v1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('mistral needs a key: give it with --api-key'),
    });
  });
});
