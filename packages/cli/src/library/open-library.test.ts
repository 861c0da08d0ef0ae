import { countTokens } from '@ibid/core/internal';
import { scriptedModel } from '@ibid/core/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnswerFailed } from './answer-failed.js';
import type { ConversationSnapshot } from './library-conversation.js';
import { openLibrary } from './open-library.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-library-'));
  await writeFile(join(folder, 'tides.md'), '# Tides\n\nHigh water was at 06:40 on 3 March.');
  await writeFile(join(folder, 'pilots.md'), '# Pilots\n\nPilots report to Ada Brandt.');
});
afterEach(() => rm(folder, { recursive: true }));

describe('MOD-2 a folder that can be asked without a key', () => {
  it('answers with a checked citation, and keeps its documents on disk', async () => {
    const data = join(folder, '.data');
    const first = await openLibrary({ data, embedder: null });
    expect((await first.addFolder(folder)).counts.added).toBe(2);
    await first.close();
    const again = await openLibrary({ data, embedder: null });
    expect((await again.addFolder(folder)).counts).toMatchObject({ added: 0, unchanged: 2 });
    const { text, cited, result } = await again.ask('Who do pilots report to?');
    expect(text).toContain('Ada Brandt');
    expect(cited).toMatchObject([{ number: 1, title: 'Pilots', citations: [{ verdict: 'supported' }] }]);
    expect(result.error).toBeNull();
    await again.close();
  });
});

describe('KB-11 versions of a document in answers of the searching agent', () => {
  it('tells them apart by their files, and puts the replaced one second', async () => {
    const library = await openLibrary({ embedder: null, agentic: true });
    const rules = (version: string, days: number) =>
      `# Lending rules\n\n${version}\n\n## Books\n\nBooks are lent for ${days} days.`;
    const file = (name: string, text: string) => ({
      name,
      content: { bytes: new TextEncoder().encode(text) },
      externalId: name,
    });
    await library.addFiles([
      file('a.md', rules('Version 1 of 4 April 2020.', 28)),
      file('b.md', rules('Version 2 of 6 October 2025. Version 1 is no longer valid.', 21)),
    ]);
    const { text, citations } = await library.ask('How long are books lent?');
    expect(text.indexOf('(b.md, 2025-10-06)')).toBeGreaterThan(-1);
    expect(text.indexOf('(a.md, 2020-04-04, replaced version)')).toBeGreaterThan(text.indexOf('(b.md'));
    expect(citations.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    const changes = await library.ask('What changed between version 1 and version 2 of the lending rules?');
    expect(changes.text).toMatch(/Version 2 of[^]*21 days[^]*28 days/u);
    await library.close();
  });
});

describe('REF-2 a conversation and its fork', () => {
  it('goes on with the same numbers, each alone', async () => {
    const step = (query: string) => [{ call: 'retrieve_context', input: { query, top_k: 1 } }];
    const model = scriptedModel([
      step('high water'),
      [{ text: 'At 06:40 [1].' }],
      step('pilots'),
      [{ text: 'To Ada Brandt [2], and 06:40 [1].' }],
      [{ text: 'It was at 06:40 [1], not at [2].' }],
    ]);
    const library = await openLibrary({ embedder: null, model });
    await library.addFolder(folder);
    const conversation = library.startConversation();
    await conversation.ask('When was high water?');
    const fork = conversation.fork();
    const more = await conversation.ask('And the pilots?');
    expect(more.cited.map(({ number, title }) => [number, title])).toEqual([
      [2, 'Pilots'],
      [1, 'Tides'],
    ]);
    const other = await fork.ask('Again?');
    expect(other.citations.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, 'supported'],
      [2, 'unknown'],
    ]);
    expect([conversation.sources.length, fork.sources.length]).toEqual([2, 1]);
    model.assertFinished();
    await library.close();
  });

  it('goes on after it was stored as JSON, with its numbers, turns and handles', async () => {
    const step = (query: string) => [{ call: 'retrieve_context', input: { query, top_k: 1 } }];
    const first = await openLibrary({
      embedder: null,
      model: scriptedModel([step('high water'), [{ text: 'At 06:40 [1].' }]]),
    });
    await first.addFolder(folder);
    const conversation = first.startConversation();
    await conversation.ask('When was high water?');
    const stored = JSON.stringify(conversation.snapshot());
    await first.close();

    const second = await openLibrary({
      embedder: null,
      model: scriptedModel([
        step('pilots'),
        [{ call: 'read_fd', input: { fd: conversation.turns[0]?.assistant?.descriptor ?? '' } }],
        [{ text: 'To Ada Brandt [2]; high water was at 06:40 [1].' }],
      ]),
    });
    await second.addFolder(folder);
    const restored = second.restoreConversation(JSON.parse(stored) as ConversationSnapshot);
    const { cited, result } = await restored.ask('And the pilots?');
    expect(restored.turns).toHaveLength(2);
    expect(cited.map(({ number, title }) => [number, title])).toEqual([
      [2, 'Pilots'],
      [1, 'Tides'],
    ]);
    expect(result.steps[1]?.calls[0]?.outcome?.text).toContain('When was high water?');
    await second.close();
  });

  it('throws when the model fails, with what there is of the answer, and goes on', async () => {
    const model = scriptedModel([
      [{ text: 'High water was ' }, { error: new Error('The line is dead.') }],
      [{ text: 'At noon.' }],
    ]);
    const library = await openLibrary({ embedder: null, model });
    const conversation = library.startConversation();
    const failure = await conversation.ask('When was high water?').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AnswerFailed);
    expect(failure).toMatchObject({ answer: { text: 'High water was ', result: { status: 'failed' } } });
    expect((await conversation.ask('Again?')).text).toBe('At noon.');
    expect(conversation.turns).toHaveLength(2);
    await library.close();
  });

  it('is stopped by a signal and says so', async () => {
    const library = await openLibrary({ embedder: null, model: scriptedModel([[{ hang: true }]]) });
    const controller = new AbortController();
    const answer = library.ask('Anything?', { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect((await answer).result.status).toBe('stopped');
    await library.close();
  });
});

describe('ANS-1 a folder as an evidence table', () => {
  it('asks every document, and says where one has no answer', async () => {
    const library = await openLibrary({ embedder: null });
    await library.addFolder(folder);
    const found: Record<string, string | null | undefined> = {};
    const columns = [{ question: 'Who do pilots report to?', kind: 'text' } as const];
    for await (const { item, cells } of library.table(columns)) found[item.title] = cells[0]?.value;
    expect(found).toEqual({ Pilots: 'Ada Brandt', Tides: null });
    await library.close();
  });

  it('ANS-1 shows a model with a small window no more of a document than fits', async () => {
    await writeFile(
      join(folder, 'long.md'),
      `# Long\n\n${'The pilot boat left at noon and came back. '.repeat(400)}`,
    );
    const model = scriptedModel(Array.from({ length: 3 }, () => [{ text: '[]' }]));
    const library = await openLibrary({ embedder: null, model, profile: { contextWindow: 2_048 } });
    await library.addFolder(folder);
    for await (const { cells } of library.table([
      { question: 'When did the pilot boat leave?', kind: 'text' },
    ]))
      expect(cells).toHaveLength(1);
    model.assertFinished();
    for (const { prompt, maxOutputTokens } of model.requests)
      expect(countTokens(JSON.stringify(prompt)) + (maxOutputTokens ?? 0)).toBeLessThan(2_048);
    expect(JSON.stringify(model.requests)).toContain('The pilot boat left at noon');
    await library.close();
  });
});
