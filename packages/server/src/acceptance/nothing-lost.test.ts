import type { ContextReport } from '@ibid/core/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORDED_MODEL, RecordedServer, type RecordedTurn } from './recorded-server.js';
import { startTextMcpServer } from './text-mcp-server.js';

/** Reading, counting and indexing 30 MB takes minutes while other tests use the processors. */
const MIB = 1024 * 1024;
const SIZES = { toolResultTokens: 2_000, userInputTokens: 2_000, previewTokens: 500 };

let server: RecordedServer;
let mcp: Awaited<ReturnType<typeof startTextMcpServer>>;

/** Default settings; a test overrides what it is about. */
const set = (
  changes: { window?: number; descriptors?: object; context?: object; systemPrompt?: string } = {},
) =>
  server.set({
    windows: { [RECORDED_MODEL]: changes.window ?? 8_192 },
    tools: { agentic: false, searchFirst: 'never' },
    descriptors: { enabled: true, ...SIZES, quotaBytes: 64 * MIB, ...changes.descriptors },
    context: { pastResultSummaries: false, ...changes.context },
    systemPrompt: changes.systemPrompt ?? null,
  });
const resultsOf = ({ packets }: RecordedTurn) =>
  packets.flatMap((packet) => (packet.type === 'tool-result' ? [packet.text] : []));
const warningsOf = ({ packets }: RecordedTurn) =>
  packets.flatMap((packet) => (packet.type === 'warning' ? [packet] : []));
const expectComplete = ({ packets }: RecordedTurn) =>
  expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
const newConversation = async () => (await server.client.newConversation()).id;
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1}: the pump ran and nothing was seen.\n`).join(
    '',
  );

beforeAll(async () => {
  server = await RecordedServer.start();
  mcp = await startTextMcpServer(lines(400));
  await server.set({ mcpServers: [{ id: 'logs', url: mcp.url, enabled: true }] });
});

beforeEach(async () => {
  await set();
  server.script([]);
});

afterAll(async () => {
  await server.close();
  await mcp.close();
});

describe('FD-7 when the quota of a conversation is used up', () => {
  it('the turn goes on, and the person and the model are told what could not be kept', async () => {
    await set({ window: 2_048, descriptors: { quotaBytes: 2_000 } });
    const file = await server.addFile('watch.txt', lines(300));
    server.script([{ call: [{ name: 'logs_fetch', input: {} }] }, { say: 'Read.' }]);
    const turn = await server.ask(await newConversation(), 'Read it.', { fileIds: [file.id] });
    expectComplete(turn);
    const told = warningsOf(turn).filter(({ code }) => code === 'descriptor_not_stored');
    expect(told.map(({ message }) => message).join('\n')).toMatch(
      /"watch\.txt" could not be kept.*of at most 2\.0 KiB/su,
    );
    expect(told.map(({ message }) => message).join('\n')).toContain('logs_fetch');
    expect(turn.prompts.at(-1)).toContain('(not kept)');
    expect(turn.prompts.join()).not.toContain('choose a larger window');
  });
});

describe('FD-3, FD-5 what a model asks of a handle', () => {
  it('start=0 is answered in the form of an error, and page=3 is the third page', async () => {
    const file = await server.addFile('watch.log', lines(1_000));
    server.script([
      {
        call: [
          { name: 'read_fd', input: { fd: 'fd:1', start: 0 } },
          { name: 'read_fd', input: { fd: 'fd:1', page: 3 } },
        ],
      },
    ]);
    const turn = await server.ask(await newConversation(), 'Read it.', { fileIds: [file.id] });
    expectComplete(turn);
    const [zero, third] = resultsOf(turn);
    expect(zero).toMatch(/^<fd_error type="invalid_(?:range|parameter)"/u);
    expect(third).toContain('page="3"');
    expect(third).not.toContain('Line 1:');
  });
});

describe('FLOW-9 a tool that fails with a secret in its message', () => {
  it('tells the model and every client why, without the secret', async () => {
    const secret = 'hunter2hunter2';
    mcp.failWith(`could not connect to postgres://app:${secret}@db.internal/app, api_key=${secret}`);
    try {
      server.script([{ call: [{ name: 'logs_fetch', input: {} }] }, { say: 'It failed.' }]);
      const conversationId = await newConversation();
      const turn = await server.ask(conversationId, 'Fetch it.');
      expectComplete(turn);
      expect(resultsOf(turn).join()).toContain('db.internal');
      expect(turn.prompts.at(-1)).toContain('db.internal');
      const stored = await fetch(`${server.client.url}/api/conversations/${conversationId}/messages`);
      const seen = [
        JSON.stringify(turn.packets),
        ...turn.prompts,
        JSON.stringify(turn.reports),
        await stored.text(),
      ];
      for (const text of seen) expect(text).not.toContain(secret);
    } finally {
      mcp.failWith(null);
    }
  });
});

describe('FLOW-6 a call that the model writes behind a word', () => {
  const json = '{"name": "logs_fetch", "arguments": {}}';
  it.each([
    ['JSON', json],
    ['XML', `<tool_call>${json}</tool_call>`],
    ['a marker', `[TOOL_CALLS] [${json}]`],
  ])('as %s is carried out, and no client ever sees it', async (_, written) => {
    const said = [{ say: `Let me look that up: ${written}` }, { say: 'The pump ran.' }];
    server.script(said);
    const conversationId = await newConversation();
    const turn = await server.ask(conversationId, 'What does the log say?');
    expectComplete(turn);
    expect(turn.prompts).toHaveLength(2);
    expect(turn.prompts[1]).toContain('Line 1:');
    expect(warningsOf(turn).map(({ code }) => code)).toContain('tool_call_as_text');
    const stored = await server.client.get(`/api/conversations/${conversationId}/messages`);
    server.script(said);
    const completion = await server.client.send('POST', '/v1/chat/completions', {
      model: RECORDED_MODEL,
      messages: [{ role: 'user', content: 'And now?' }],
    });
    for (const seen of [turn.packets.filter(({ type }) => /delta/u.test(type)), stored, completion.body]) {
      expect(JSON.stringify(seen)).not.toMatch(/tool_call>|TOOL_CALLS|\\"name\\"/u);
    }
    for (const seen of [stored, completion.body]) expect(JSON.stringify(seen)).toContain('The pump ran.');
    expect(JSON.stringify(stored)).toContain('Let me look that up:');
  });
});

describe('CTX-4 attached files', () => {
  it('the same file attached twice is shown once', async () => {
    const text = 'The lighthouse at Skerry stands 149 steps high.';
    const first = await server.addFile('light.txt', text);
    const second = await server.addFile('light.txt', text);
    const turn = await server.ask(await newConversation(), 'How high?', {
      fileIds: [first.id, second.id, first.id],
    });
    expectComplete(turn);
    expect(turn.prompts[0]?.split(text)).toHaveLength(2);
  });

  it('a text of 30 MB is too large, whatever its size, and readable by pages', async () => {
    const text = lines(660_000);
    expect(text.length).toBeGreaterThan(30_000_000);
    const file = await server.addFile('all.log', text);
    expect(file.state).toBe('too_large');
    server.script([
      {
        call: [
          { name: 'read_fd', input: { fd: 'fd:1', mode: 'line', start: 659_999, count: 1 } },
          { name: 'read_fd', input: { fd: 'fd:1', page: 100 } },
        ],
      },
    ]);
    const turn = await server.ask(await newConversation(), 'Read it.', { fileIds: [file.id] });
    expectComplete(turn);
    const read = resultsOf(turn).join('\n');
    expect(read).toContain('Line 659999: the pump ran');
    expect(read).toContain('page="100"');
    expect(turn.prompts[0]).toContain('all.log');
    expect(turn.reports[0]?.removals).toContainEqual(
      expect.objectContaining({ action: 'too-large', origin: 'all.log', descriptor: 'fd:1' }),
    );
  });
});

describe('CTX-13 the look at a message before it is sent', () => {
  const japanese = (characters: number) => '港の灯台は百四十九段の高さがある。'.repeat(characters / 17);
  const cases = [
    { name: 'a short message', window: 8_192, text: 'How high is it?' },
    { name: '4,500 Japanese characters', window: 8_192, text: japanese(4_500) },
    { name: '7,900 Japanese characters', window: 8_192, text: japanese(7_900) },
    { name: '8,100 Japanese characters', window: 8_192, text: japanese(8_100) },
    { name: 'a long message', window: 2_048, text: lines(400) },
    { name: 'twelve notes', window: 8_192, text: 'Compare them.', files: 12 },
    { name: 'a prompt over the window', window: 2_048, text: 'Hello?', systemPrompt: lines(300) },
  ];
  it.each(cases)('says of $name what is then sent, and whether it fits', async (one) => {
    await set(one);
    const fileIds: string[] = [];
    for (let number = 0; number < (one.files ?? 0); number += 1)
      fileIds.push((await server.addFile(`note-${number}.txt`, `Note ${number}. ${lines(40)}`)).id);
    const conversationId = await newConversation();
    const request = { text: one.text, parentMessageId: null, modelId: RECORDED_MODEL, fileIds };
    const preview = await server.client.send<{ report?: ContextReport; code?: string }>(
      'POST',
      `/api/conversations/${conversationId}/preview`,
      request,
    );
    const turn = await server.ask(conversationId, one.text, { fileIds });
    if (one.systemPrompt === undefined) {
      expect(preview.status, JSON.stringify(preview.body).slice(0, 300)).toBe(200);
      expectComplete(turn);
      // Between the two, the clock may have moved on to the next minute.
      const seen = (report: ContextReport | undefined) =>
        report?.parts.map(({ kind, tokens, text }) => [
          kind,
          tokens,
          text.replace(/, \d\d:\d\d \(UTC\)/u, ''),
        ]);
      expect(seen(preview.body.report)).toEqual(seen(turn.reports[0]));
      expect(turn.prompts.length).toBeGreaterThan(0);
    } else {
      expect(preview.status).toBe(422);
      expect(turn.packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'failed' });
      expect(turn.prompts).toEqual([]);
    }
  });
});

describe('FD-9 with handles off', () => {
  it('nothing tells the model to read by handle, not even what is left out', async () => {
    await set({ window: 2_048, descriptors: { enabled: false } });
    const file = await server.addFile('watch.txt', lines(120));
    const conversationId = await newConversation();
    server.script([{ call: [{ name: 'logs_fetch', input: {} }] }, { say: 'Read.' }]);
    const first = await server.ask(conversationId, 'Read it.', { fileIds: [file.id] });
    const second = await server.ask(conversationId, lines(20), { parentMessageId: first.messageId });
    for (const turn of [first, second]) {
      expectComplete(turn);
      expect(turn.prompts.length).toBeGreaterThan(0);
      for (const prompt of turn.prompts) expect(prompt).not.toMatch(/read_fd|search_fd|fd:\d|by handle/u);
    }
    expect(first.reports.flatMap(({ removals }) => removals).length).toBeGreaterThan(0);
  });
});

describe('settings of long texts do what they say', () => {
  it.each([
    { name: 'results', size: { toolResultTokens: 100, previewTokens: 20 }, text: 'Fetch it.', call: true },
    { name: 'messages', size: { userInputTokens: 100, previewTokens: 20 }, text: lines(40), call: false },
  ])('$name over their threshold are a preview of its size', async ({ size, text, call }) => {
    const played = async (descriptors: object) => {
      await set({ window: 32_768, descriptors });
      server.script(
        call
          ? [
              {
                call: [
                  { name: 'logs_measure', input: { text: lines(3) } },
                  { name: 'logs_fetch', input: {} },
                ],
              },
            ]
          : [],
      );
      return server.ask(await newConversation(), text);
    };
    const whole = await played({ toolResultTokens: 20_000, userInputTokens: 20_000 });
    const cut = await played({ toolResultTokens: 20_000, userInputTokens: 20_000, ...size });
    const last = 'Line 20:';
    expect(whole.prompts.at(-1)).toContain(last);
    expect(cut.prompts.at(-1)).not.toContain(last);
    expect(cut.prompts.at(-1)).toContain('fd:');
  });

  it('CTX-9 a past result has its summary beside its handle only where that is switched on', async () => {
    await server.addBase('Ship', { 'winch.md': '# Winch\n\nThe winch of the aft deck was repaired in May.' });
    for (const isOn of [false, true]) {
      await set({ window: 32_768, context: { pastResultSummaries: isOn } });
      server.script([
        { call: [{ name: 'retrieve_context', input: { query: 'winch aft deck' } }] },
        { say: 'In May [1].' },
      ]);
      const conversationId = await newConversation();
      const first = await server.ask(conversationId, 'When?');
      const second = await server.ask(conversationId, 'Sure?', { parentMessageId: first.messageId });
      const { messages } = JSON.parse(second.prompts[0] ?? '') as {
        messages: { role: string; content: string }[];
      };
      const kept = messages.find(({ role }) => role === 'tool')?.content ?? '';
      expect(kept).toContain('no longer in the context');
      expect(/winch/iu.test(kept), kept).toBe(isOn);
    }
  });
});
