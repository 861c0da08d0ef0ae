// A Mastra agent over an Ibid library: Mastra runs the loop, Ibid searches, numbers and checks the answer as it streams.
import assert from 'node:assert/strict';
import { scriptedModel } from '@ibid/core/testing';
import { createToolbox } from '@ibid/core/toolbox';
import { openLibrary } from 'ibid';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';

const library = await openLibrary({ embedder: null });
await library.addFolder('../documents');

const toolbox = createToolbox({ tools: await library.searchTools() });
const tools = Object.fromEntries(
  toolbox.tools.map(({ name, description, inputSchema, run }) => [
    name,
    createTool({
      id: name,
      description,
      inputSchema,
      execute: (input, context) => run(input, { callId: context?.agent?.toolCallId }),
    }),
  ]),
);

// A scripted model, so the example runs anywhere. Yours comes from a provider.
const script = scriptedModel([
  [{ call: 'retrieve_context', input: { query: 'pilot station' } }],
  ({ prompt }) => {
    assert.match(JSON.stringify(prompt), /\\"document\\":1,\\"title\\":\\"Pilots/i, 'numbered documents');
    return [
      { text: ['The pilot station is on the nor', 'th mole [1]. It is closed', ' on Sundays [1', '].'] },
    ];
  },
]);
// Mastra supports models up to version 6 of the AI SDK, whose stream has the same parts.
const model = {
  specificationVersion: 'v3',
  provider: script.provider,
  modelId: script.modelId,
  supportedUrls: {},
  doGenerate: (options) => script.doGenerate(options),
  doStream: (options) => script.doStream(options),
};

const agent = new Agent({
  id: 'harbour',
  name: 'Harbour',
  instructions: toolbox.instructions,
  model,
  tools,
});
const stream = await agent.stream('Where is the pilot station?');
const reader = toolbox.readAnswer();
const citations = new Map();
let text = '';
const read = (events) => {
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else citations.set(event.citation.citationId, event.citation);
  }
};
for await (const delta of stream.textStream) read(reader.push(delta));
read(reader.end());

const verdicts = [...citations.values()].map(({ verdict }) => verdict);
console.log(text, verdicts);
assert.deepEqual(verdicts, ['supported', 'unsupported']);
script.assertFinished();
await library.close();
