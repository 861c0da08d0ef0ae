import type { AnswerClaim, Citation, JsonValue, TurnStep } from '@ibid/core/internal';
import type { TextBlock, TurnView } from '@ibid/core/turn-view';
import type { FeedbackCounts, FeedbackMark, FeedbackSnapshot } from '@ibid/store/internal';
import { WITHHELD } from '../sharing/withheld.js';

const BETWEEN = '\n\n';
/** Per source: enough to check a claim again without copying a whole book. */
const MOST_CHUNKS = 12;

export function feedbackSnapshot(turn: {
  question: string;
  scope: string[];
  modelId: string;
  view: TurnView;
  steps: readonly TurnStep[];
}): FeedbackSnapshot {
  const { answer, claims, citations } = joined(
    turn.view.blocks.filter((block): block is TextBlock => block.kind === 'text' && !block.narration),
  );
  const calls = turn.steps.flatMap((step) => step.calls);
  const queries = calls.flatMap(({ input }) => {
    const query = isObject(input) ? input['query'] : null;
    return typeof query === 'string' ? [query] : [];
  });
  const { question, scope, modelId } = turn;
  return {
    question,
    queries: [...new Set(queries)],
    scope,
    modelId,
    answer,
    claims,
    citations,
    sources: sourcesOf(
      citations,
      calls.flatMap(({ outcome }) => outcome?.chunks ?? []),
    ),
  };
}

/** Joins the blocks into one text and shifts their ranges. */
function joined(blocks: readonly TextBlock[]) {
  let answer = '';
  const claims: AnswerClaim[] = [];
  const citations: Citation[] = [];
  for (const block of blocks) {
    if (answer !== '') answer += BETWEEN;
    const by = answer.length;
    const moved = <Part extends { range: { start: number; end: number } }>(part: Part): Part => ({
      ...part,
      range: { start: part.range.start + by, end: part.range.end + by },
    });
    claims.push(...(block.claims ?? []).map(moved));
    citations.push(...block.citations.map(moved));
    answer += block.text;
  }
  return { answer, claims, citations };
}

function sourcesOf(
  citations: readonly Citation[],
  chunks: readonly { itemId: string; chunkId: string; text: string | null }[],
): FeedbackSnapshot['sources'] {
  const sources = new Map<number, FeedbackSnapshot['sources'][number]>();
  for (const { number, itemId, title = '' } of citations)
    if (itemId !== null && !sources.has(number)) sources.set(number, { number, itemId, title, chunks: [] });
  for (const source of sources.values()) {
    const seen = new Map<string, string>();
    const cited = citations.filter(({ number }) => number === source.number);
    const isCited = new Set(cited.flatMap(({ passage }) => passage?.chunkId ?? []));
    const own = chunks.filter(({ itemId, text }) => itemId === source.itemId && text !== null);
    for (const { chunkId, text } of own.toSorted(
      (one, other) => Number(isCited.has(other.chunkId)) - Number(isCited.has(one.chunkId)),
    ))
      if (seen.size < MOST_CHUNKS) seen.set(chunkId, text ?? '');
    // Found by a later look at the document, which the model itself never saw.
    for (const { passage } of cited)
      if (passage && !seen.has(passage.chunkId)) seen.set(passage.chunkId, passage.text);
    source.chunks = [...seen].map(([chunkId, text]) => ({ chunkId, text }));
  }
  return [...sources.values()];
}

/** Compares Ibid's verdicts on citations with the user's marks. */
export function countMarks(
  citations: readonly Pick<Citation, 'citationId' | 'verdict'>[],
  marks: Readonly<Record<string, FeedbackMark>>,
): FeedbackCounts {
  const counts = { supportedRight: 0, supportedWrong: 0, doubtfulRight: 0, doubtfulWrong: 0 };
  for (const { citationId, verdict } of citations) {
    const mark = marks[citationId];
    if (mark === undefined) continue;
    const end = mark === 'right' ? 'Right' : 'Wrong';
    counts[`${verdict === 'supported' ? 'supported' : 'doubtful'}${end}`] += 1;
  }
  return counts;
}

/** KB-5, ORG-3: removes the text of documents that are hidden or deleted. The feedback itself stays. */
export function withholdSnapshot(
  snapshot: FeedbackSnapshot,
  hides: (itemId: string) => boolean,
): FeedbackSnapshot {
  return {
    ...snapshot,
    citations: snapshot.citations.map((citation) => {
      if (citation.itemId === null || !hides(citation.itemId)) return citation;
      const { url: _url, reason: _reason, secondOpinion: _opinion, ...rest } = citation;
      return { ...rest, title: WITHHELD, passage: null };
    }),
    sources: snapshot.sources.map((source) =>
      hides(source.itemId) ? { ...source, title: WITHHELD, chunks: [] } : source,
    ),
  };
}

/** The same for a stored snapshot, permanently. */
export function withholdStored(
  snapshot: FeedbackSnapshot,
  hides: (itemId: string) => boolean,
): FeedbackSnapshot {
  if (!snapshot.sources.some(({ itemId }) => hides(itemId))) return snapshot;
  return { ...withholdSnapshot(snapshot, hides), queries: [] };
}

function isObject(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
