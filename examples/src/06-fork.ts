// A fork starts with the history, the source numbers and the descriptors of a conversation, and continues independently.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { openLibrary } from 'ibid';

const library = await openLibrary({ embedder: null });
await library.addFolder(fileURLToPath(new URL('../documents', import.meta.url)));

const conversation = library.startConversation();
await conversation.ask('When was high water at Port Ellin?');
const numbers = conversation.sources.map(({ number, title }) => `${number} ${title}`);

const fork = conversation.fork();
await fork.ask('Who approved the fees?');
await conversation.ask('Where is the pilot station?');

assert.equal(conversation.turns.length, 2);
assert.equal(fork.turns.length, 2);
for (const { sources } of [conversation, fork]) {
  const kept = sources.slice(0, numbers.length).map(({ number, title }) => `${number} ${title}`);
  assert.deepEqual(kept, numbers, 'a source keeps its number, here and there');
}
console.log(numbers, fork.turns.at(-1)?.assistant?.answer);
await library.close();
