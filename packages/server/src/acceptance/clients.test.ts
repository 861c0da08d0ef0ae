import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DefaultChatTransport, generateText, readUIMessageStream, streamText } from 'ai';
import type { UIMessage } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let client: TestClient;
let openai: OpenAI;

const DOCUMENT = `# The lighthouse of Vardo

The lighthouse was built in 1896 by the engineer Ingrid Solheim. Its lamp can be seen for 24 nautical miles.
`;
/** Calls the search tool once, then quotes the result with a citation. */
const QUOTING = 'custom/fake/tools=1,tool=retrieve_context,quote';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-clients-'));
  fake = await startFakeOpenAIServer();
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { IBID_MODEL_URL: fake.url, IBID_MODEL: QUOTING, OLLAMA_HOST: 'off' },
  });
  const { url } = await server.listen();
  client = new TestClient(url);
  // The simple search tool: with one call, the fake model needs only one step.
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
  openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Lights' });
  const form = new FormData();
  form.append('files', new Blob([DOCUMENT]), 'vardo.md');
  const { body } = await client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${base.id}/uploads`,
    form,
  );
  // The stream of a job ends with the job.
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
});

afterAll(async () => {
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const question = [{ role: 'user' as const, content: 'When was the lighthouse of Vardo built?' }];

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Weather of a place',
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
  },
};

describe('API-1 the official OpenAI client', () => {
  it('lists agents as models', async () => {
    const agent = await client.post<{ id: string }>('/api/agents', { name: 'Keeper', prompt: 'Be short.' });
    const ids = (await openai.models.list()).data.map((model) => model.id);
    expect(ids).toEqual(['ibid', 'ibid+sources', `agent/${agent.id}`]);
    const answer = await openai.chat.completions.create({ model: `agent/${agent.id}`, messages: question });
    expect(answer.choices[0]?.message.content).toContain('1896');
    expect(JSON.stringify(fake.requests.at(-1)?.messages)).toContain('Be short.');
  });

  it('gets an answer with its citations as annotations', async () => {
    const answer = await openai.chat.completions.create({ model: 'ibid', messages: question });
    const message = answer.choices[0]!.message;
    const note = message.annotations?.[0]?.url_citation;
    expect(message.content?.slice(note!.start_index, note!.end_index)).toBe('[1]');
    expect(note?.title).toContain('Vardo');
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
    const text = await (await fetch(note!.url)).json();
    expect((text as { text: string }).text).toContain('1896');
  });

  it('streams the same answer', async () => {
    const whole = await openai.chat.completions.create({ model: 'ibid', messages: question });
    const stream = await openai.chat.completions.create({
      model: 'ibid',
      messages: question,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let notes: unknown[] = [];
    let usage = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      notes = (chunk.choices[0]?.delta as { annotations?: unknown[] } | undefined)?.annotations ?? notes;
      usage = chunk.usage?.total_tokens ?? usage;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(notes).toHaveLength(whole.choices[0]?.message.annotations?.length ?? -1);
    expect(usage).toBeGreaterThan(0);
  });

  it("passes calls of the caller's tools through, and goes on with their results", async () => {
    const model = 'custom/fake/tools=1,tool=get_weather,tokens=5';
    const first = await openai.chat.completions.create({ model, messages: question, tools: [weather] });
    const choice = first.choices[0]!;
    expect(choice.finish_reason).toBe('tool_calls');
    const call = choice.message.tool_calls![0]!;
    expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather' } });
    const second = await openai.chat.completions.create({
      model,
      tools: [weather],
      messages: [
        ...question,
        choice.message,
        { role: 'tool', tool_call_id: call.id, content: 'Fog and rain' },
      ],
    });
    expect(second.choices[0]?.finish_reason).toBe('stop');
    const seen = fake.requests.at(-1)!.messages;
    expect(JSON.stringify(seen)).toContain('Fog and rain');
    expect(seen.filter((message) => message.role === 'tool')).toHaveLength(1);
  });

  it('speaks responses, streamed and not', async () => {
    const answer = await openai.responses.create({ model: 'ibid', input: question[0]!.content });
    expect(answer.output_text).toContain('1896');
    const part = answer.output[0]?.type === 'message' ? answer.output[0].content[0] : null;
    expect(part?.type === 'output_text' ? part.annotations[0]?.type : null).toBe('url_citation');
    const stream = openai.responses.stream({ model: 'ibid', input: question });
    let text = '';
    for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
    const final = await stream.finalResponse();
    expect(text).toBe(answer.output_text);
    expect(final.output_text).toBe(answer.output_text);
    const called = await openai.responses.create({
      model: 'custom/fake/tools=1,tool=get_weather',
      input: 'Weather?',
      tools: [
        { type: 'function', name: 'get_weather', parameters: weather.function.parameters, strict: false },
      ],
    });
    expect(called.output[0]).toMatchObject({ type: 'function_call', name: 'get_weather' });
  });

  it('goes on from a stored response, of the same person only, with the numbers it had', async () => {
    const first = await openai.responses.create({ model: 'ibid', input: question[0]!.content });
    const second = await openai.responses.create({
      model: 'ibid',
      input: 'How far can its lamp be seen?',
      previous_response_id: first.id,
    });
    expect(second.previous_response_id).toBe(first.id);
    const seen = JSON.stringify(fake.requests.at(-1)!.messages);
    expect(seen).toContain('When was the lighthouse of Vardo built?');
    expect(seen).toContain('How far can its lamp be seen?');
    expect(second.output_text).toContain('[1]');
    const stream = openai.responses.stream({
      model: 'ibid',
      input: 'Who built it?',
      previous_response_id: second.id,
    });
    expect((await stream.finalResponse()).previous_response_id).toBe(second.id);
    expect(JSON.stringify(fake.requests.at(-1)!.messages)).toContain(
      'When was the lighthouse of Vardo built?',
    );
    const unkept = await openai.responses.create({ model: 'ibid', input: 'Hello', store: false });
    for (const id of [unkept.id, 'resp_unknown']) {
      const lost = openai.responses.create({ model: 'ibid', input: 'And?', previous_response_id: id });
      await expect(lost).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found' });
    }
  });

  it("goes on from a response that called the caller's tool, with the tool's result alone", async () => {
    const called = await openai.responses.create({
      model: 'custom/fake/tools=1,tool=get_weather',
      input: 'Weather?',
      tools: [
        { type: 'function', name: 'get_weather', parameters: weather.function.parameters, strict: false },
      ],
    });
    const call = called.output.find((item) => item.type === 'function_call');
    const answer = await openai.responses.create({
      model: 'custom/fake/tools=1,tool=get_weather',
      previous_response_id: called.id,
      input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'Fog and rain' }],
      tools: [
        { type: 'function', name: 'get_weather', parameters: weather.function.parameters, strict: false },
      ],
    });
    expect(answer.status).toBe('completed');
    expect(JSON.stringify(fake.requests.at(-1)!.messages)).toContain('Fog and rain');
  });

  it('reports errors in the form that the client understands', async () => {
    const wrong = openai.chat.completions.create({ model: 'no/such-model', messages: question });
    const missing = { status: 404, code: 'model_not_found', type: 'invalid_request_error', param: 'model' };
    await expect(wrong).rejects.toMatchObject(missing);
    await expect(openai.models.retrieve('no/such-model')).rejects.toMatchObject(missing);
    const gone = openai.responses.create({ model: 'ibid', input: 'Go on.', previous_response_id: 'resp_x' });
    await expect(gone).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
    const failing = openai.chat.completions.create({ model: 'custom/fake/error=401', messages: question });
    await expect(failing).rejects.toMatchObject({ status: 502 });
    // In a stream, both formats have the same code.
    const refused = 'custom/fake/error=401';
    const chat = await openai.chat.completions.create({ model: refused, messages: question, stream: true });
    const reading = (async () => {
      for await (const _ of chat);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'authentication' });
    const events = [];
    for await (const event of await openai.responses.create({ model: refused, input: 'Hello', stream: true }))
      events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'authentication' } },
    });
    const malformed = openai.chat.completions.create({ model: 'ibid', messages: [] });
    await expect(malformed).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param: 'messages',
    });
  });
});

describe("API-1 the AI SDK's provider and UI messages", () => {
  it('generates and streams text through the OpenAI-compatible provider', async () => {
    const provider = createOpenAICompatible({ name: 'ibid', baseURL: `${client.url}/v1` });
    const whole = await generateText({ model: provider('ibid'), prompt: question[0]!.content });
    expect(whole.text).toContain('1896');
    const streamed = streamText({ model: provider('ibid'), prompt: question[0]!.content });
    expect(await streamed.text).toBe(whole.text);
  });

  it('gives useChat a stream that builds a message with text, sources and citations', async () => {
    const transport = new DefaultChatTransport<UIMessage>({ api: `${client.url}/api/ui/chat` });
    const message: UIMessage = {
      id: 'm1',
      role: 'user',
      parts: [{ type: 'text', text: question[0]!.content }],
    };
    const stream = await transport.sendMessages({
      chatId: 'chat-of-a-page',
      messages: [message],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream, terminateOnError: true })) last = state;
    const kinds = last!.parts.map((part) => part.type);
    expect(kinds).toEqual(
      expect.arrayContaining(['dynamic-tool', 'source-document', 'data-citation', 'text']),
    );
    const tool = last!.parts.find((part) => part.type === 'dynamic-tool');
    expect(tool).toMatchObject({ toolName: 'retrieve_context', state: 'output-available' });
    const text = last!.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toContain('1896');
    const stored = await client.get<{ messages: { text: string }[] }>(
      `/api/conversations/chat-of-a-page/messages`,
    );
    expect(stored.messages[1]?.text).toBe(text);
    expect(await transport.reconnectToStream({ chatId: 'chat-of-a-page' })).toBeNull();
  });

  it('lets useChat resume a stream that is running', async () => {
    const { id } = await client.newConversation();
    await client.ask(id, 'Slowly', { modelId: 'custom/fake/tokens=40,gap=15' });
    const transport = new DefaultChatTransport<UIMessage>({ api: `${client.url}/api/ui/chat` });
    const stream = await transport.reconnectToStream({ chatId: id });
    let last: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream: stream! })) last = state;
    const stored = await client.get<{ messages: { text: string }[] }>(`/api/conversations/${id}/messages`);
    const text = last!.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toBe(stored.messages[1]?.text);
  });
});

describe('API-1 MCP', () => {
  async function connect(): Promise<Client> {
    const mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${client.url}/mcp`)));
    return mcp;
  }

  async function call(mcp: Client, name: string, input: Record<string, unknown>) {
    const result = await mcp.callTool({ name, arguments: input });
    const [part] = result.content as { text: string }[];
    return JSON.parse(part!.text) as Record<string, unknown>;
  }

  it('offers search, read and ask to the official client, with ids to cite', async () => {
    const mcp = await connect();
    const { tools } = await mcp.listTools();
    expect(tools.map((tool) => tool.name).toSorted()).toEqual(['ask', 'read', 'search']);
    const found = (await call(mcp, 'search', { query: 'lighthouse lamp' })) as {
      results: { id: string; title: string }[];
    };
    const { id } = found.results[0]!;
    expect(await call(mcp, 'read', { id, start: 0, end: 5 })).toMatchObject({ text: DOCUMENT.slice(0, 5) });
    const answer = await call(mcp, 'ask', { question: question[0]!.content });
    expect(answer['answer']).toContain('1896');
    expect(answer['citations']).toMatchObject([{ number: 1, id, verdict: 'supported' }]);
    expect(await call(mcp, 'read', { id: 'nothing' })).toMatchObject({ error: 'There is no such item.' });
    await mcp.close();
  });

  it('brings the tools of a configured server into turns', async () => {
    // A second Ibid acts as the third-party server.
    await client.send('PUT', '/api/settings', {
      system: { mcpServers: [{ id: 'other', url: `${client.url}/mcp` }] },
    });
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Find the lamp', {
      modelId: 'custom/fake/tools=1,tool=other_search,tokens=4',
    });
    const { packets } = await client.events(turnId);
    const result = packets.find((packet) => packet.type === 'tool-result');
    expect(result).toMatchObject({ isError: false });
    // API-3: numbered like any other source.
    const sources = packets.find((packet) => packet.type === 'tool-sources');
    expect(JSON.stringify(sources)).toContain('Vardo');
    await client.send('PUT', '/api/settings', { system: { mcpServers: [] } });
  });
});
