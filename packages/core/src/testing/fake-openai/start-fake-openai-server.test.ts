import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeBehaviour } from './fake-behaviour.js';
import { type FakeOpenAIServer, startFakeOpenAIServer } from './start-fake-openai-server.js';

let server: FakeOpenAIServer;
let client: OpenAI;
beforeAll(async () => {
  server = await startFakeOpenAIServer();
  client = new OpenAI({ baseURL: server.url, apiKey: 'any', maxRetries: 0 });
});
afterAll(() => server.close());

const messages = [{ role: 'user' as const, content: 'What do they say?' }];
const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'search',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 3 } },
        required: ['query', 'limit'],
      },
    },
  },
];

describe('the fake OpenAI server', () => {
  it('reads its behaviour from the model name', () => {
    expect(fakeBehaviour('fake/ttft=50,gap=2,tokens=400,tools=1,error=429,hang,cut=123')).toMatchObject({
      ttft: 50,
      gap: 2,
      tokens: 400,
      tools: 1,
      error: 429,
      hang: 0,
      cut: 123,
    });
    expect(fakeBehaviour('gpt-5')).toBeNull();
    expect(fakeBehaviour('fake/speed=3')).toBeNull();
    expect(fakeBehaviour('fake/gap=fast')).toBeNull();
  });

  it('serves the OpenAI client: streamed and whole answers are the same', async () => {
    const model = 'fake/tokens=30,cite=2';
    const whole = await client.chat.completions.create({ model, messages });
    let streamed = '';
    let usage = 0;
    for await (const chunk of await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })) {
      streamed += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage?.completion_tokens ?? usage;
    }
    expect(streamed).toBe(whole.choices[0]?.message.content);
    expect(streamed).toContain('[1].');
    expect(streamed).toContain('[2].');
    expect(usage).toBe(30);
  });

  it('calls tools with arguments that fit their schema, then answers', async () => {
    const first = await client.chat.completions.create({ model: 'fake/tools=1,calls=2', messages, tools });
    const message = first.choices[0]?.message;
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    const inputs = message?.tool_calls?.map((call) =>
      call.type === 'function' ? JSON.parse(call.function.arguments) : null,
    );
    expect(inputs).toEqual([
      { query: 'What do they say?', limit: 3 },
      { query: 'What do they say? (0.1)', limit: 3 },
    ]);
    const documents = { documents: [{ document: 4, contents: 'Cats sleep. Dogs bark.' }] };
    const second = await client.chat.completions.create({
      model: 'fake/tools=1,quote',
      tools,
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: message?.tool_calls ?? [] },
        { role: 'tool', tool_call_id: 'call_0_0', content: JSON.stringify(documents) },
      ],
    });
    expect(second.choices[0]?.message.content).toBe('Cats sleep [4].');
  });

  it('fails as told, and only as often', async () => {
    const ask = () => client.chat.completions.create({ model: 'fake/error=503,errors=1', messages });
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    expect((await ask()).choices[0]?.finish_reason).toBe('stop');
    await expect(client.chat.completions.create({ model: 'gpt-9', messages })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });

  it('lists models and embeds, equal texts equally, as numbers or base64', async () => {
    const { data } = await client.models.list();
    expect(data.every((model) => fakeBehaviour(model.id) !== null)).toBe(true);
    const input = ['cats sleep', 'cats sleep', 'dogs sleep', 'stock prices'];
    const embed = async (encoding_format: 'float' | 'base64') =>
      (await client.embeddings.create({ model: 'fake/dimensions=64', input, encoding_format })).data.map(
        (one) => one.embedding,
      );
    const [a = [], b = [], c = [], d = []] = await embed('float');
    const dot = (x: number[], y: number[]) =>
      x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
    expect(a).toHaveLength(64);
    expect(b).toEqual(a);
    expect(dot(a, a)).toBeCloseTo(1);
    expect(dot(a, c)).toBeGreaterThan(dot(a, d));
    const bytes = Buffer.from(String((await embed('base64'))[0]), 'base64');
    expect(bytes).toHaveLength(64 * 4);
    expect(bytes.readFloatLE(0)).toBeCloseTo(a[0] ?? 1, 5);
  });
});
