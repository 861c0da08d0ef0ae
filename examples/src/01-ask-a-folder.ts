// Asks a question about a folder, without a key, a network or a server.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { openLibrary } from 'ibid';

const library = await openLibrary(); // `data: './data'` keeps it on disk; `model` takes any model of the AI SDK
await library.addFolder(fileURLToPath(new URL('../documents', import.meta.url)));

const { text, cited } = await library.ask('Who leads the office of the harbour master?');
console.log(text);
for (const { number, title, citations } of cited) {
  console.log(`[${number}] ${title}: ${citations[0]?.verdict}, "${citations[0]?.passage?.text}"`);
}

assert.match(text, /Ada Brandt.*\[\d+\]/s);
const pilots = cited.find(({ title }) => title === 'Pilots');
assert.equal(pilots?.citations[0]?.verdict, 'supported');
assert.match(pilots?.citations[0]?.passage?.text ?? '', /Ada Brandt/);
await library.close();
