import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { ChatOpenAI } from '@langchain/openai';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DefaultChatTransport, generateText, readUIMessageStream, streamText } from 'ai';
import type { UIMessage } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';

/**
 * The table of docs/guides/clients.md: which of text, sources, passages and verdicts each client gets. Keep the two in
 * sync.
 */
const DOCUMENT = `# The lighthouse of Vardo

The lighthouse was built in 1896 by the engineer Ingrid Solheim. Its lamp can be seen for 24 nautical miles.
`;
const QUESTION = 'When was the lighthouse of Vardo built?';
const messages = [{ role: 'user' as const, content: QUESTION }];

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let url: string;

const environment = () => ({
  IBID_MODEL_URL: fake.url,
  IBID_MODEL: 'custom/fake/tools=1,tool=retrieve_context,quote',
  OLLAMA_HOST: 'off',
});
const bin = fileURLToPath(new URL('../../../cli/ibid.js', import.meta.url));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-matrix-'));
  fake = await startFakeOpenAIServer();
  server = await createServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: environment(),
  });
  ({ url } = await server.listen());
  const client = new TestClient(url);
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Lights' });
  const form = new FormData();
  form.append('files', new Blob([DOCUMENT]), 'vardo.md');
  const path = `/api/knowledge-bases/${base.id}/uploads`;
  const { body } = await client.send<{ jobId: string }>('POST', path, form);
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
});

afterAll(async () => {
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

/** The passage behind the answer, however a client names it. */
const PASSAGE = 'The lighthouse was built in 1896 by the engineer Ingrid Solheim.';
const openai = () => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });

/** A source's link leads to the passage itself. */
async function passageAt(link: string | undefined): Promise<string> {
  return ((await (await fetch(link ?? '')).json()) as { text: string }).text;
}

describe('API-1 the client matrix', () => {
  it('openai, chat completions: text, sources, passages, verdicts', async () => {
    const { choices } = await openai().chat.completions.create({ model: 'ibid', messages });
    const { content, annotations } = choices[0]!.message;
    expect(content).toContain('built in 1896');
    const source = annotations?.[0]?.url_citation;
    expect(source).toMatchObject({
      title: 'The lighthouse of Vardo',
      verdict: 'supported',
      passage: PASSAGE,
    });
    expect(await passageAt(source?.url)).toBe(PASSAGE);
  });

  it('openai, responses: text, sources, passages, verdicts', async () => {
    const { output, output_text } = await openai().responses.create({ model: 'ibid', input: QUESTION });
    expect(output_text).toContain('built in 1896');
    expect(output[0]).toMatchObject({
      content: [
        {
          annotations: [
            { type: 'url_citation', verdict: 'supported', passage: PASSAGE, title: expect.any(String) },
          ],
        },
      ],
    });
  });

  it('AI SDK, openai provider by both interfaces: text and sources whose links are the passages', async () => {
    const provider = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' });
    for (const model of [provider('ibid'), provider.chat('ibid')]) {
      const whole = await generateText({ model, prompt: QUESTION });
      const streamed = streamText({ model, prompt: QUESTION });
      expect(await streamed.text).toBe(whole.text);
      for (const sources of [whole.sources, await streamed.sources]) {
        expect(sources).toMatchObject([{ sourceType: 'url', title: 'The lighthouse of Vardo' }]);
        const [source] = sources;
        expect(await passageAt(source?.sourceType === 'url' ? source.url : '')).toBe(PASSAGE);
      }
    }
  });

  it('AI SDK, openai-compatible provider: text; sources in the text where they are asked for', async () => {
    const provider = createOpenAICompatible({ name: 'ibid', baseURL: `${url}/v1` });
    const plain = await generateText({ model: provider('ibid'), prompt: QUESTION });
    expect(plain.text).toContain('1896');
    expect(plain.sources).toEqual([]);
    const listed = await generateText({ model: provider('ibid+sources'), prompt: QUESTION });
    const link = /\[1\] The lighthouse of Vardo: (\S+)/u.exec(listed.text)?.[1];
    expect(await passageAt(link)).toBe(PASSAGE);
  });

  it('LangChain: text; sources in the text, or as annotations of the responses interface', async () => {
    const chat = (model: string, useResponsesApi = false) =>
      new ChatOpenAI({ model, apiKey: 'any', configuration: { baseURL: `${url}/v1` }, useResponsesApi });
    const plain = await chat('ibid').invoke(QUESTION);
    expect(plain.text).toContain('1896');
    let streamed = '';
    for await (const chunk of await chat('ibid').stream(QUESTION)) streamed += chunk.text;
    expect(streamed).toBe(plain.text);
    expect((await chat('ibid+sources').invoke(QUESTION)).text).toMatch(
      /\[1\] The lighthouse of Vardo: http/u,
    );
    const { content } = await chat('ibid', true).invoke(QUESTION);
    const annotation = (content as { annotations: { url: string; title: string }[] }[])[0]?.annotations[0];
    expect(annotation?.title).toBe('The lighthouse of Vardo');
    expect(await passageAt(annotation?.url)).toBe(PASSAGE);
  });

  it('useChat transport: text, sources, passages, verdicts', async () => {
    const transport = new DefaultChatTransport<UIMessage>({ api: `${url}/api/ui/chat` });
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'matrix',
      messageId: undefined,
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
    const of = (type: string) => last?.parts.filter((part) => part.type === type) ?? [];
    expect(of('text').some((part) => 'text' in part && part.text.includes('1896'))).toBe(true);
    expect(of('source-document')).toMatchObject([{ title: 'The lighthouse of Vardo' }]);
    expect(of('data-citation')).toMatchObject([
      { data: { number: 1, verdict: 'supported', passage: { text: PASSAGE } } },
    ]);
  });

  it('MCP client over HTTP: text, sources, passages, verdicts', async () => {
    const client = new Client({ name: 'matrix', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    await expectAsked(client);
    await client.close();
  });

  it('MCP client over standard input and output: the same', async () => {
    const client = new Client({ name: 'matrix', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bin, 'mcp', '--data', folder],
        env: { PATH: process.env['PATH'] ?? '', ...environment(), IBID_EMBEDDER: 'none' },
        stderr: 'ignore',
      }),
    );
    await expectAsked(client);
    await client.close();
  });
});

async function expectAsked(client: Client): Promise<void> {
  const answer = await client.callTool({ name: 'ask', arguments: { question: QUESTION } });
  expect(answer.structuredContent).toMatchObject({
    answer: expect.stringContaining('1896'),
    citations: [
      {
        number: 1,
        title: 'The lighthouse of Vardo',
        verdict: 'supported',
        passage: PASSAGE,
        id: expect.any(String),
      },
    ],
  });
}
