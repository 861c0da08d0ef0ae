// A custom embedder. This one hashes letter triples into a small vector; `openAiSdkEmbedder` of
// @ibid/retrieval takes any embedding model of the AI SDK the same way.
import assert from 'node:assert/strict';
import { unitVector, type Embedder } from '@ibid/retrieval';
import { openLibrary } from 'ibid';

const DIMENSIONS = 256;

const triples: Embedder = {
  id: 'letter-triples-256', // texts with vectors of another id are embedded again
  dimensions: DIMENSIONS,
  maxTokens: 512,
  languages: null,
  embed: async (texts) => texts.map(embedText),
};

function embedText(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const letters = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  for (let at = 0; at + 3 <= letters.length; at += 1) {
    let hash = 0;
    for (const letter of letters.slice(at, at + 3)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % DIMENSIONS]! += 1;
  }
  return unitVector(vector);
}

const library = await openLibrary({ embedder: triples });
await library.addFiles([
  { name: 'a.md', content: { bytes: Buffer.from('The lighthouse keeper retired.') }, externalId: 'a' },
  { name: 'b.md', content: { bytes: Buffer.from('Ropes are stored in the shed.') }, externalId: 'b' },
]);

// The text contains no word of the query, so keyword search finds nothing, but the vectors do.
const [best] = await library.search('lighthousekeeping');
console.log(best?.text, best?.ranks);
assert.equal(best?.itemName, 'a.md');
assert.ok(best?.ranks.semantic);
assert.equal((await library.knowledge.status()).embedderId, 'letter-triples-256');
await library.close();
