import { defaultRetryPolicy, type RunTurnOptions } from '@ibid/core';
import { countTokens } from '@ibid/core/internal';
import { scriptedModel } from '@ibid/core/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnswerFailed } from './answer-failed.js';
import type { ConversationSnapshot } from './library-conversation.js';
import type { LibraryFile } from './library-files.js';
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
    const { text, cited, result, note } = await again.ask('Who do pilots report to?');
    expect(text).not.toMatch(/Settings|IBID_MODEL/u);
    expect(note).toContain('`openLibrary({ model })`');
    expect((await again.ask('What can you do?')).text).not.toMatch(/Settings|IBID_MODEL/u);
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

  it('keeps what the provider threw as the cause, and asks as often as told', async () => {
    const boom = new Error('Boom.');
    const model = scriptedModel([[{ error: boom }]]);
    const retry = { ...defaultRetryPolicy, maxAttempts: 1 };
    const library = await openLibrary({ embedder: null, model, retry });
    const failure: unknown = await library.ask('Anything?').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'provider_failed', cause: boom });
    model.assertFinished();
    const surplus: unknown = await library.ask('Anything?').catch((error: unknown) => error);
    expect(surplus).toMatchObject({ retryable: false, cause: { code: 'script' } });
    expect(model.requests).toHaveLength(2);
    await library.close();
  });

  it('takes a model of the AI SDK 6', async () => {
    const scripted = scriptedModel([[{ text: 'At noon.' }]]);
    const older: Extract<RunTurnOptions['model'], { specificationVersion: 'v3' }> = {
      ...scripted,
      specificationVersion: 'v3',
    } as never;
    const library = await openLibrary({ embedder: null, model: older });
    expect((await library.ask('When was high water?')).text).toBe('At noon.');
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

describe('a library that is used in unusual ways', () => {
  const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) });

  it('answers questions asked at once one after the other, each with the answers before it', async () => {
    const model = scriptedModel(['One.', 'Two.', 'Three.'].map((text) => [{ text }]));
    const library = await openLibrary({ embedder: null, model });
    const conversation = library.startConversation();
    const asked = ['First?', 'Second?', 'Third?'].map((question) => conversation.ask(question));
    const answers = await Promise.all(asked);
    expect(answers.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
    const sent = model.requests.map(({ prompt }) => JSON.stringify(prompt));
    expect(sent.map((prompt) => prompt.includes('One.'))).toEqual([false, true, true]);
    expect(conversation.turns.map(({ user }) => user.text)).toEqual(['First?', 'Second?', 'Third?']);
    await library.close();
  });

  it('asks a failed question again in its place', async () => {
    const model = scriptedModel([[{ text: 'It ' }, { error: new Error('Dead.') }], [{ text: 'At noon.' }]]);
    const library = await openLibrary({ embedder: null, model });
    const conversation = library.startConversation();
    await expect(conversation.retry()).rejects.toMatchObject({ code: 'nothing_to_retry' });
    await expect(conversation.ask('When was high water?')).rejects.toBeInstanceOf(AnswerFailed);
    expect((await conversation.retry()).text).toBe('At noon.');
    expect(conversation.turns.map(({ user }) => user.text)).toEqual(['When was high water?']);
    await library.close();
  });

  it('says that it is closed, and stops what runs when it closes', async () => {
    const library = await openLibrary({ embedder: null, model: scriptedModel([[{ hang: true }]]) });
    const conversation = library.startConversation();
    const running = await conversation.start('Anything?');
    const waiting = conversation.ask('And then?');
    const refused = waiting.catch((error: unknown) => error);
    await library.close();
    await library.close();
    expect((await running.result).status).toBe('stopped');
    expect(await refused).toMatchObject({ code: 'library_closed' });
    const closed = { code: 'library_closed', message: expect.stringContaining('This library is closed.') };
    await expect(library.search('tides')).rejects.toMatchObject(closed);
    await expect(library.ask('Anything?')).rejects.toMatchObject(closed);
    await expect(library.addFolder(folder)).rejects.toMatchObject(closed);
    await expect(library.addFiles([])).rejects.toMatchObject(closed);
    await expect(library.removeFile('tides.md')).rejects.toMatchObject(closed);
    await expect(library.table([]).next()).rejects.toMatchObject(closed);
  });

  it('says what is wrong with a folder, a stored conversation, an embedder and tools', async () => {
    const library = await openLibrary({ embedder: null });
    await expect(library.addFolder(join(folder, 'nope'))).rejects.toMatchObject({
      code: 'folder_not_found',
      message: expect.stringContaining('There is no folder'),
    });
    await expect(library.addFolder(join(folder, 'tides.md'))).rejects.toMatchObject({
      code: 'not_a_folder',
      message: expect.stringContaining('`addFiles`'),
    });
    const stored = library.startConversation().snapshot();
    const { version: _, ...old } = stored;
    expect(library.restoreConversation(old as ConversationSnapshot).turns).toEqual([]);
    for (const wrong of [{}, null, 'text', { ...stored, ledger: {} }, { ...stored, turns: null }])
      expect(() => library.restoreConversation(wrong as never)).toThrow('not a stored conversation');
    expect(() => library.restoreConversation({ ...stored, version: 2 })).toThrow('newer version of Ibid');
    await library.close();

    const open = (options: object) => openLibrary({ embedder: null, ...options });
    await expect(open({ embedder: 'lokal' })).rejects.toMatchObject({ code: 'unknown_embedder' });
    await expect(open({ model: 'openai/gpt-5' })).rejects.toMatchObject({ code: 'invalid_model' });
    await expect(open({ tools: [{}] })).rejects.toMatchObject({ code: 'tools_without_model' });
  });

  it('knows a file by its path or name, and removes it again', async () => {
    const library = await openLibrary({ embedder: null });
    const byPath = { name: 'tides.md', content: { path: join(folder, 'tides.md') } };
    const byName = (text: string) => ({ name: 'notes.md', content: bytes(text) });
    const statuses = async (files: LibraryFile[]) =>
      (await library.addFiles(files)).outcomes.map(({ status }) => status);
    expect(await statuses([byPath])).toEqual(['added']);
    expect(await statuses([byPath])).toEqual(['unchanged']);
    expect(await statuses([byName('Old.')])).toEqual(['added']);
    expect(await statuses([byName('The new note.')])).toEqual(['changed']);
    expect((await library.addFolder(folder)).counts).toMatchObject({ added: 1, unchanged: 1 });
    const nameless = { ...byName('Alone.'), externalId: null };
    const [alone] = (await library.addFiles([nameless])).outcomes;
    expect(await statuses([nameless])).toEqual(['added']);

    expect(await library.removeFile('notes.md')).toBe(true);
    expect(await library.removeFile('notes.md')).toBe(false);
    expect(await library.removeFile(byPath.content.path)).toBe(true);
    expect(await library.removeFile(alone?.itemId ?? '')).toBe(true);
    expect(await library.search('high water')).toEqual([]);
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
