import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from '@ibid/core/internal';
import type { ContextReport } from '@ibid/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptOf, startScriptedProvider, type ScriptedInference } from './scripted-openai.js';
import { startServerProcess } from './server-process.js';
import type { ServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';
import { startTextMcpServer } from './text-mcp-server.js';

const LINES = 75_000;
const NEEDLE = 41_234;
const lineAt = (line: number) =>
  `2026-03-01T00:00:00Z request ${line} served in ${(line * 7919) % 997} ms by worker <${line % 13}> & co.${line === NEEDLE ? ' OUT OF MEMORY' : ''}\n`;
const log = Array.from({ length: LINES }, (_, index) => lineAt(index + 1)).join('');
const modelId = 'custom/scripted';

let folder: string;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let mcp: Awaited<ReturnType<typeof startTextMcpServer>>;
let server: ServerProcess;
let client: TestClient;

async function start(): Promise<void> {
  server = await startServerProcess(
    { dataFolder: folder, ...(await testStore(folder)) },
    { IBID_MODEL_URL: provider.url, IBID_SMALL_MODEL: 'ibid/extractive' },
  );
  client = new TestClient(server.url);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-handles-'));
  provider = await startScriptedProvider();
  mcp = await startTextMcpServer(log);
  await start();
  const mcpServers = [{ id: 'logs', url: mcp.url, enabled: true }];
  await client.send('PUT', '/api/settings', { system: { mcpServers } });
});

afterAll(async () => {
  await server.end('SIGTERM');
  await provider.close();
  await mcp.close();
  await rm(folder, { recursive: true, force: true });
});

/** Plays one turn. Returns the answer's message id and the final results of its calls. */
async function play(
  conversationId: string,
  steps: readonly ScriptedInference[],
  options: { parentMessageId?: string | null; fileIds?: string[] } = {},
): Promise<{ messageId: string; results: string }> {
  const asked = provider.prompts.length;
  const started = await client.post<{ turnId: string; assistantMessageId: string }>(
    `/api/conversations/${conversationId}/turns`,
    { text: scriptOf(steps), parentMessageId: null, modelId, ...options },
  );
  const { packets } = await client.events(started.turnId);
  expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
  const turn = await client.get<{ contextReports: ContextReport[] }>(`/api/turns/${started.turnId}`);
  expect(turn.contextReports.length).toBeGreaterThan(0);
  for (const { totalTokens, budget } of turn.contextReports)
    expect(totalTokens).toBeLessThanOrEqual(budget.available);
  // Compares the report with what the provider got: the window contains all of it, including tool definitions.
  const sent = provider.prompts.slice(asked);
  expect(sent).toHaveLength(turn.contextReports.length);
  for (const prompt of sent)
    expect(countTokens(prompt)).toBeLessThanOrEqual(turn.contextReports[0]?.budget.window ?? 0);
  const results = packets.flatMap((packet) => (packet.type === 'tool-result' ? [packet.text] : []));
  return { messageId: started.assistantMessageId, results: results.join('\n') };
}

const download = (path: string) => fetch(client.url + path);
const handles = async (id: string) =>
  (await client.get<{ rows: { name: string; version: number }[] }>(`/api/conversations/${id}/descriptors`))
    .rows;
const files = async (id: string, leaf = '') =>
  (
    await client.get<{ rows: { path: string }[] }>(`/api/conversations/${id}/files${leaf && `?leaf=${leaf}`}`)
  ).rows.map(({ path }) => path);
const fileText = async (id: string, path: string) =>
  (await download(`/api/conversations/${id}/files/${path}`)).text();

/** Ways for the text to enter the conversation: the file to attach, and the steps before the others. */
const ways = [
  {
    way: 'that was attached',
    bring: async (): Promise<{ fileIds: string[]; before: ScriptedInference[] }> => {
      const form = new FormData();
      form.append('file', new Blob([log], { type: 'text/plain' }), 'server.log');
      const { body: file } = await client.send<{ id: string }>('POST', '/api/files', form);
      await expect
        .poll(async () => (await client.get<{ state: string }>(`/api/files/${file.id}`)).state)
        .toMatch(/counted|too_large/u);
      return { fileIds: [file.id], before: [] };
    },
  },
  {
    way: 'that a tool returned',
    bring: () => Promise.resolve({ fileIds: [], before: [{ call: [{ name: 'logs_fetch', input: {} }] }] }),
  },
];

describe.each(ways)('FD a text of 5 MB $way, on a real server', ({ way, bring }) => {
  let parent: string;
  let answer: string;
  let fork: string;
  let forkLeaf: string;

  it('is searched, paged by lines and tokens, partly extracted, named and exported', async () => {
    expect(log.length).toBeGreaterThan(5_000_000);
    const { fileIds, before } = await bring();
    parent = (await client.newConversation()).id;
    const { messageId, results } = await play(
      parent,
      [
        ...before,
        {
          call: [
            { name: 'search_fd', input: { fd: 'fd:1', pattern: 'out of memory' } },
            { name: 'read_fd', input: { fd: 'fd:1', start: 300 } },
            { name: 'read_fd', input: { fd: 'fd:1', start: 2, page_tokens: 50 } },
          ],
        },
        {
          call: [
            {
              name: 'read_fd',
              input: { fd: 'fd:1', mode: 'line', start: NEEDLE, count: 1, extract_to_new_fd: true },
            },
            { name: 'read_fd', input: { fd: 'fd:1', read_all: true } },
          ],
        },
        {
          say: `<ref id="finding">line ${NEEDLE}\n</ref>`,
          call: [
            { name: 'fd_to_file', input: { fd: 'ref:finding', file_path: 'out/finding.txt' } },
            { name: 'fd_to_file', input: { fd: 'fd:1', file_path: 'out/all.log' } },
            // Passed on by its handle: the other server gets the text.
            { name: 'logs_measure', input: { text: '{{fd:2}}{{fd:2}}' } },
          ],
        },
        { say: 'It ran out of memory.' },
      ],
      { fileIds },
    );
    if (way === 'that a tool returned') {
      expect(mcp.calls()).toBe(1);
      expect(results).toContain(`of ${log.length} characters; fd:1 has all of them.]`);
      // Only the descriptor stores the text: neither packets nor messages contain it again.
      const stored = await (await download(`/api/conversations/${parent}/messages`)).text();
      expect(results.length + stored.length).toBeLessThan(200_000);
    }
    answer = messageId;
    expect(results).toContain(`${NEEDLE}: 2026-03-01T00:00:00Z request ${NEEDLE} `);
    expect(results).toContain('page="300"');
    // The output of a third-party tool is a source: the model reads it as a document, not as the text of the result.
    expect(provider.prompts.join('\n')).toContain(`It has ${2 * lineAt(NEEDLE).length} characters.`);
    expect(results).toContain('page_tokens="50"');
    expect(results).toContain('<fd_extraction from="fd:1" fd="fd:2"');
    expect((await handles(parent)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['fd:1', 'fd:2', 'ref:finding']),
    );
  });

  it('comes back byte for byte as a download, also after a crash', async () => {
    for (const isRestarted of [false, true]) {
      if (isRestarted) {
        await server.end('SIGKILL');
        await start();
      }
      const whole = await download(`/api/conversations/${parent}/descriptors/fd:1/download`);
      expect(whole.headers.get('content-disposition')).toMatch(/^attachment/u);
      expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await whole.text()) === log).toBe(true);
      const part = await download(`/api/conversations/${parent}/descriptors/fd:2/download`);
      expect(await part.text()).toBe(lineAt(NEEDLE));
      const named = await download(`/api/conversations/${parent}/descriptors/ref:finding/download`);
      expect(named.headers.get('content-disposition')).toContain('finding');
      expect(await named.text()).toBe(`line ${NEEDLE}\n`);
      expect(await files(parent)).toEqual(['out/all.log', 'out/finding.txt']);
      expect((await fileText(parent, 'out/all.log')) === log).toBe(true);
      expect((await download(`/api/conversations/${parent}/files/..%2F..%2Fibid.db`)).status).toBe(404);
    }
  });

  it('FD-7 is forked with its files and edited on both sides, and neither sees the other', async () => {
    fork = (await client.post<{ id: string }>(`/api/conversations/${parent}/fork`, { messageId: answer })).id;
    forkLeaf = (await client.get<{ leafId: string }>(`/api/conversations/${fork}`)).leafId;
    expect(await files(fork)).toEqual(['out/all.log', 'out/finding.txt']);
    const edit = (side: string) => [
      {
        say: `<ref id="finding">by the ${side}\n</ref>`,
        call: [
          {
            name: 'fd_to_file',
            input: { fd: 'ref:finding', file_path: 'out/finding.txt', mode: 'append' },
          },
          { name: 'get_ref', input: { ref_id: 'finding@1' } },
        ],
      },
    ];
    const inParent = await play(parent, edit('parent'), { parentMessageId: answer });
    const inFork = await play(fork, edit('fork'), { parentMessageId: forkLeaf });
    for (const { results } of [inParent, inFork]) expect(results).toContain(`line ${NEEDLE}`);
    // A later turn can reach a past result, on either side of the fork (CTX-9).
    const later = [
      { call: [{ name: 'read_fd', input: { fd: 'fd:1', mode: 'line', start: NEEDLE, count: 1 } }] },
    ];
    for (const [id, { messageId }] of [
      [parent, inParent],
      [fork, inFork],
    ] as const)
      expect((await play(id, later, { parentMessageId: messageId })).results).toContain('OUT OF MEMORY');
    expect(await fileText(parent, 'out/finding.txt')).toBe(`line ${NEEDLE}\nby the parent\n`);
    expect(await fileText(fork, 'out/finding.txt')).toBe(`line ${NEEDLE}\nby the fork\n`);
    for (const [id, side] of [
      [parent, 'parent'],
      [fork, 'fork'],
    ]) {
      const text = await (await download(`/api/conversations/${id}/descriptors/ref:finding/download`)).text();
      expect(text).toBe(`by the ${side}\n`);
    }
  });

  it('FD-7 another answer to the same question sees nothing of it', async () => {
    const before = (await client.get<{ leafId: string }>(`/api/conversations/${parent}`)).leafId;
    const other = await play(parent, [
      { call: [{ name: 'list_refs', input: {} }] },
      {
        say: '<ref id="own">mine\n</ref>',
        call: [{ name: 'fd_to_file', input: { fd: 'ref:own', file_path: 'own.txt' } }],
      },
    ]);
    expect(other.results).toContain('<ref_list count="0"');
    expect(await files(parent)).toEqual(['own.txt']);
    expect(await files(parent, before)).toEqual(['out/all.log', 'out/finding.txt']);
    expect((await handles(parent)).map(({ name }) => name)).not.toContain('ref:finding');
  });

  it('goes with its conversation, and leaves what the fork has', async () => {
    expect((await client.send('DELETE', `/api/conversations/${parent}`)).status).toBe(204);
    expect((await download(`/api/conversations/${parent}/files/own.txt`)).status).toBe(404);
    expect((await fileText(fork, 'out/all.log')) === log).toBe(true);
    const whole = await download(`/api/conversations/${fork}/descriptors/fd:1/download`);
    expect((await whole.text()) === log).toBe(true);
  });
});
