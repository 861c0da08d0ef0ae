import { AnswerCitations, readCitations } from '@ibid/core/internal';
import type { CitationVerdict, RetrievedChunk, Source } from '@ibid/core/internal';
import type { FeedbackMark, FeedbackSnapshot } from '@ibid/store/internal';

/** A judged passage, and whether a search still finds it. */
interface ReplayedPassage {
  citationId: string;
  itemId: string;
  title: string;
  text: string;
  /** Rank among the current hits, from 1; null: not among them. */
  rank: number | null;
  /** Its document was deleted, or may no longer be seen. */
  isGone: boolean;
}

export interface ReplayedFeedback {
  /** Passages called right, or supporting an answer called right. */
  wanted: ReplayedPassage[];
  /** Passages called wrong. */
  unwanted: ReplayedPassage[];
  /** Judged citations, with Ibid's verdict then and now on the same sentence and text. */
  verdicts: {
    citationId: string;
    mark: FeedbackMark;
    before: CitationVerdict | null;
    now: CitationVerdict | null;
  }[];
}

interface Said {
  verdict: FeedbackMark | null;
  marks: Readonly<Record<string, FeedbackMark>>;
}

/** ANS-5: how the current search and check perform on a judged answer. */
export async function replayFeedback(options: {
  said: Said;
  snapshot: FeedbackSnapshot;
  search: (query: string) => Promise<readonly { itemId: string; text: string }[]>;
  isThere: (itemId: string) => Promise<boolean>;
}): Promise<ReplayedFeedback> {
  const { said, snapshot } = options;
  const { queries, question } = snapshot;
  const hits: string[] = [];
  for (const [index, found] of (
    await Promise.all((queries.length > 0 ? queries : [question]).map(options.search))
  ).entries())
    for (const [place, { text }] of found.entries()) {
      // Interleaved: the first hit of each search before the second of any.
      hits[place * Math.max(1, queries.length) + index] = plain(text);
    }
  const ranked = hits.filter((text) => text !== undefined);
  const passages = async (isMeant: (mark: FeedbackMark | undefined) => boolean) => {
    const meant = new Map<string, ReplayedPassage>();
    for (const { citationId, itemId, title = '', passage } of snapshot.citations) {
      if (!passage || itemId === null || !isMeant(said.marks[citationId])) continue;
      const text = plain(passage.text);
      const key = `${itemId}\n${text}`;
      if (meant.has(key)) continue;
      const rank = ranked.findIndex((hit) => hit.includes(text) || text.includes(hit)) + 1 || null;
      const isGone = rank === null && !(await options.isThere(itemId));
      meant.set(key, { citationId, itemId, title, text: passage.text, rank, isGone });
    }
    return [...meant.values()];
  };
  return {
    wanted: await passages((mark) => mark === 'right' || (mark === undefined && said.verdict === 'right')),
    unwanted: await passages((mark) => mark === 'wrong'),
    verdicts: checkedAgain(snapshot, said),
  };
}

/** Checks the same answer against the same text again. No result where the text was removed. */
function checkedAgain({ answer, citations, sources }: FeedbackSnapshot, { marks }: Said) {
  const bySource = new Map(sources.map((source) => [source.number, source]));
  const reader = new AnswerCitations({
    sourceByNumber: (number): Source | undefined => {
      const source = bySource.get(number);
      return source && { number, itemId: source.itemId, title: source.title, origin: 'tool' };
    },
    shownChunks: new Map(
      sources.map(({ number, itemId, title, chunks }) => [
        number,
        chunks.map((chunk): RetrievedChunk => ({ ...chunk, itemId, title, score: 1 })),
      ]),
    ),
  });
  const now = new Map(
    readCitations(reader, answer).map(({ range, number, verdict }) => [`${range.start} ${number}`, verdict]),
  );
  return citations.flatMap(({ citationId, range, number, verdict: before }) => {
    const mark = marks[citationId];
    if (mark === undefined) return [];
    const isKept = (bySource.get(number)?.chunks.length ?? 0) > 0;
    return { citationId, mark, before, now: isKept ? (now.get(`${range.start} ${number}`) ?? null) : null };
  });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
