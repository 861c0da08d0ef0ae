// The plain AI SDK: one route, `streamText`, its UI message stream, nothing stored.
import { serve } from '@hono/node-server';
import { convertToModelMessages, streamText } from 'ai';
import { Hono } from 'hono';
import { fakeLanguageModel } from './fake-language-model.mjs';

const model = fakeLanguageModel(JSON.parse(process.argv[2]));
const app = new Hono();
app.post('/chat', async (context) => {
  const { messages } = await context.req.json();
  return streamText({ model, messages: await convertToModelMessages(messages) }).toUIMessageStreamResponse();
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
);
