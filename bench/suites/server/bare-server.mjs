// The minimum: each part of the model's stream written to the socket, nothing stored.
import { createServer } from 'node:http';
import { fakeLanguageModel } from './fake-language-model.mjs';

const model = fakeLanguageModel(JSON.parse(process.argv[2]));
const server = createServer(async (incoming, outgoing) => {
  for await (const _ of incoming);
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const { stream } = await model.doStream();
  for await (const part of stream) outgoing.write(`data: ${JSON.stringify(part)}\n\n`);
  outgoing.end('data: [DONE]\n\n');
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`),
);
