// A LangChain agent over an Ibid library: LangChain runs the loop, Ibid searches, numbers and checks the answer.
import assert from 'node:assert/strict';
import { createToolbox } from '@ibid/core/toolbox';
import { openLibrary } from 'ibid';
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';

const library = await openLibrary({ embedder: null });
await library.addFolder('../documents');

const toolbox = createToolbox({ tools: await library.searchTools() });
const tools = toolbox.tools.map(({ name, description, inputSchema, run }) =>
  tool((input, { toolCall }) => run(input, { callId: toolCall?.id }), {
    name,
    description,
    schema: inputSchema,
  }),
);

// A scripted model, so the example runs anywhere. Yours is a chat model of a provider.
const model = fakeModel()
  .respondWithTools([{ name: 'retrieve_context', args: { query: 'fee for each ton' } }])
  .respond((messages) => {
    const result = messages.at(-1).content;
    assert.match(result, /"document":1,"title":"Fees/i, 'the model reads numbered documents');
    return new AIMessage('A ship pays 0.42 euros for each ton and day [1]. Yachts pay double in July [1].');
  });

const agent = createAgent({ model, tools, systemPrompt: toolbox.instructions });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'What does a ship pay?' }] });
const { citations, cited } = toolbox.checkAnswer(messages.at(-1).text);

for (const { number, verdict, passage } of citations)
  console.log(`[${number}] ${verdict}: ${passage?.text ?? ''}`);
assert.deepEqual(
  citations.map(({ verdict }) => verdict),
  ['supported', 'unsupported'],
);
assert.match(cited[0].title, /fees/i);
await library.close();
