// Agentic retrieval: Ibid classifies the question, a separate agent searches and counts, and the count is evidence that
// can be cited. Here it runs on the built-in model; a language model would plan the steps.
import assert from 'node:assert/strict';
import { openLibrary } from 'ibid';

const library = await openLibrary({ embedder: null, agentic: true });
await library.addFiles(
  Array.from({ length: 12 }, (_, at) => {
    const cause = at % 3 === 0 ? 'the anchor dragged' : 'fog';
    const text = `# Report ${at + 1}\n\nThe Mary Jane was late in 2024. The reason was ${cause}.`;
    return {
      name: `report-${at + 1}.md`,
      content: { bytes: Buffer.from(text) },
      externalId: `report:${at + 1}`,
    };
  }),
);

const { text, result } = await library.ask('How many reports mention the anchor?');
console.log(text);

const call = result.steps[0]?.calls[0];
assert.equal(call?.toolName, 'agentic_context_search');
console.log(call?.outcome?.figures); // the exact count, not an estimate
assert.match(JSON.stringify(call?.outcome?.figures), /\b4\b/);
assert.match(text, /\b4\b/);
await library.close();
