import { expect, it } from 'vitest';
import { citedExport } from './cited-export.js';
import { formatted } from './formatted.js';

const CITATIONS = 1_000;

/** How often other work ran meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

it('OPS-3 keeps nobody waiting while a document is written, and ends each in turn', async () => {
  let text = '';
  const citations = Array.from({ length: CITATIONS }, (_, place) => {
    text += `Vessel ${place} pays dues of ${place} crowns `;
    const range = { start: text.length, end: text.length + '[1]'.length };
    text += '[1]. ';
    const passage = { text: `Vessel ${place} pays.`, itemSpan: { start: place, end: place + 9 } };
    return { citationId: `c${place}`, number: 1, itemId: 'rules', title: 'Rules', range, passage };
  });
  const block = { kind: 'text', index: 0, done: true, narration: false, text, citations } as never;
  const cited = citedExport({
    title: 'Dues',
    messages: [{ role: 'assistant', status: 'complete', view: { blocks: [block] }, balance: null }],
    fileNames: new Map(),
    origin: null,
  });
  expect(cited.notes).toHaveLength(CITATIONS);
  // Loading it the first time yields, too.
  await formatted(cited, 'docx', { owner: 'ada' });
  const documents = ['ada', 'ada', 'bob'].map((owner) => formatted(cited, 'docx', { owner }));
  // Written in this thread, it would yield only as often as its bytes are packed, which is a few times.
  expect(await turnsDuring(documents[0]!)).toBeGreaterThan(100);
  for (const document of documents) expect((await document)[0].length).toBeGreaterThan(CITATIONS);
});
