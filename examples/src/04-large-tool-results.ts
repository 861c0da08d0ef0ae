// Descriptors: a tool returns far more than the model should read at once. The model sees a preview and a handle, and
// reads on where it wants to. Nothing is lost.
import assert from 'node:assert/strict';
import { defineTool } from '@ibid/core';
import { scriptedModel } from '@ibid/core/testing';
import { openLibrary } from 'ibid';
import { z } from 'zod';

const log = Array.from({ length: 5_000 }, (_, minute) =>
  minute === 3_141 ? `${minute} pump 2: pressure lost` : `${minute} pump 2: in order`,
).join('\n');

const readLog = defineTool({
  name: 'read_log',
  description: 'The log of the pumps.',
  inputSchema: z.object({}),
  execute: async () => ({ text: log }),
});

/** What the model is shown of the newest tool result. */
const shown = (prompt: unknown) => JSON.stringify((prompt as unknown[]).at(-1));

const model = scriptedModel([
  [{ call: 'read_log', input: {} }],
  ({ prompt }) => {
    assert.ok(shown(prompt).length < 10_000, 'a preview, not the whole log');
    return [{ call: 'search_fd', input: { fd: 'fd:1', pattern: 'lost' } }];
  },
  ({ prompt }) => {
    assert.match(shown(prompt), /3141 pump 2: pressure lost/);
    return [{ text: 'Pump 2 lost pressure at minute 3141.' }];
  },
]);

const library = await openLibrary({ embedder: null, model, tools: [readLog] });
const { text } = await library.ask('When did a pump fail?');
console.log(text);
model.assertFinished();
await library.close();
