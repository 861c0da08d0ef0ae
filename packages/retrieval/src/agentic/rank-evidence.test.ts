import { describe, expect, it } from 'vitest';
import { Evidence } from './evidence.js';
import { orderEvidence, rankEvidence } from './rank-evidence.js';

const chunk = (id: string) => ({ itemId: id, chunkId: id, title: id, text: `text of ${id}`, score: null });
const hit = (id: string, score: number) => ({ chunk: chunk(id), score, hop: 0, via: 'search_content' });
const hop = (id: string, score: number) => ({ chunk: chunk(id), score, hop: 1, via: 'link', isHop: true });
const ids = (entries: readonly { chunk: { chunkId: string } }[]) => entries.map((one) => one.chunk.chunkId);

function evidenceOf(...entries: Parameters<Evidence['add']>[0]): Evidence {
  const evidence = new Evidence();
  evidence.add(entries);
  return evidence;
}

describe('AGR-5 the order of what was gathered', () => {
  const hits = [1, 0.8, 0.6, 0.5, 0.4, 0.3].map((score, index) => hit(`s${index}`, score));
  const hops = [0.9, 0.7, 0.65, 0.45].map((score, index) => hop(`h${index}`, score));

  it('lets hops into the first places, and keeps the order of the search below them', () => {
    const ordered = orderEvidence(evidenceOf(...hits, ...hops).ranked());
    expect(ids(ordered)).toEqual(['s0', 'h0', 's1', 'h1', 'h2', 's2', 's3', 's4', 's5', 'h3']);
    const scores = ordered.map((entry) => entry.score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(ordered.map((entry) => entry.chunk.score)).toEqual(scores);
  });

  it('lets no hop stand first that it is not sure of, unless nothing else is there', () => {
    const unsure = [0.64, 0.58].map((score, index) => hop(`u${index}`, score));
    const ordered = orderEvidence(evidenceOf(...hits, ...unsure).ranked());
    expect(ids(ordered)).toEqual(['s0', 's1', 's2', 's3', 's4', 'u0', 's5', 'u1']);
    expect(ids(orderEvidence(evidenceOf(...unsure).ranked()))).toEqual(['u0', 'u1']);
  });

  it('counts a chunk that a hop led to by its own hit where it has one', () => {
    const evidence = evidenceOf(...hits, ...hops, hop('s5', 0.62));
    expect(ids(orderEvidence(evidence.ranked())).indexOf('s5')).toBe(8);
    expect(ids(orderEvidence(evidenceOf(...hops).ranked()))).toEqual(['h0', 'h1', 'h2', 'h3']);
  });

  it('is the reranker’s where there is one, and stays when that fails', async () => {
    const entries = orderEvidence(evidenceOf(...hits).ranked());
    const { signal } = new AbortController();
    const question = 'q';
    const reversed = async (_: string, texts: readonly string[]) => texts.map((_text, index) => index);
    expect(ids(await rankEvidence({ question, entries, rerank: reversed, signal }))).toEqual(
      ids(entries).toReversed(),
    );
    const failing = () => Promise.reject(new Error('down'));
    expect(await rankEvidence({ question, entries, rerank: failing, signal })).toEqual(entries);
  });
});
