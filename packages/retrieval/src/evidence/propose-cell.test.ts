import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { openLocalEmbedder } from '../embed/open-local-embedder.js';
import type { Embedder } from '../knowledge/index.js';
import { parseDocument } from '../parse/index.js';
import { askedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { KNOWN_COLUMNS, knownDocuments } from './known-documents.test-helper.js';
import { OTHER_WORDS, otherWordsDocuments } from './other-words.test-helper.js';
import { proposeCell, similaritiesBy } from './propose-cell.js';
import { quoteCell } from './quote-cell.js';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await openLocalEmbedder();
});
afterAll(() => embedder.close?.());

async function documentOf(name: string, written: string): Promise<EvidenceDocument> {
  const parsed = await parseDocument({ bytes: new TextEncoder().encode(written), name });
  const chunks = chunkDocument({ document: parsed }).map((chunk) => ({
    ...chunk,
    id: String(chunk.ordinal),
    itemId: name,
    knowledgeBaseId: 'base',
  }));
  return new EvidenceDocument({ item: { id: name, title: name }, chunks });
}

/** For cells that quoting leaves empty: what is proposed, and whether the document says it. */
async function measured(
  columns: readonly EvidenceColumn[],
  documents: readonly { name: string; text: string; values: (string | null)[] }[],
) {
  const counts = { told: 0, right: 0, wrong: 0 };
  for (const { name, text, values } of documents) {
    const document = await documentOf(name, text);
    const similarities = similaritiesBy(embedder)!;
    for (const [index, column] of columns.entries()) {
      const question = askedQuestion(column);
      if (quoteCell(column, question, document).verdict !== 'absent') continue;
      const wanted = values[index] ?? null;
      counts.told += wanted === null ? 0 : 1;
      const cell = await proposeCell({ column, question, document, similarities });
      if (cell.verdict === 'absent') continue;
      // Similarity is not proof.
      expect(cell).toMatchObject({
        verdict: 'weak',
        reason: expect.stringContaining('in meaning') as string,
      });
      expect(text).toContain(cell.quote);
      const isRight =
        wanted !== null &&
        (cell.value?.toLowerCase() === wanted.toLowerCase() ||
          cell.number === Number.parseFloat(wanted.replaceAll(',', '')));
      counts[isRight ? 'right' : 'wrong'] += 1;
    }
  }
  return counts;
}

describe('ANS-1 facts told in other words, without a language model', () => {
  it('are proposed where one sentence is clearly near, and hardly ever wrongly', async () => {
    const known = knownDocuments().map((one) => ({ ...one, values: one.facts.map(({ value }) => value) }));
    const harbours = await measured(KNOWN_COLUMNS, known);
    const papers = await measured(
      OTHER_WORDS.map(({ column }) => column),
      otherWordsDocuments(),
    );
    console.info(JSON.stringify({ harbours, papers }));
    expect(harbours.wrong + papers.wrong).toBeLessThanOrEqual(1);
    expect(papers.right).toBeGreaterThanOrEqual(6);
  });

  it('are not looked for with an embedder whose distances mean something else', () => {
    expect(similaritiesBy({ ...embedder, id: 'another' })).toBeNull();
    expect(similaritiesBy(null)).toBeNull();
  });
});
