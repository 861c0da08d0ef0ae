import { basename, join } from 'node:path';
import { ClaimVerifier, splitSentences, type ClaimCheck, type RetrievedChunk } from '@ibid/core/internal';
import { rankPassages } from './citations-ranking.js';
import { rocAuc, sharedText, wordRuns } from './citations-statistics.js';
import { readJsonLines } from './read-json-lines.js';

/** Wrong passages to check each sentence against: the best-ranked ones that are not gold. */
const WRONG_PASSAGES = 5;
/** A passage that repeats this share of a gold passage says the same, whatever its label. */
const COPY_SHARE = 0.2;
/** Shorter sentences make no checkable claim (`Yes, that is true.`). */
const MIN_WORDS = 5;

interface Task {
  rewrite: string;
  reference_answer: string;
  answerability: string;
  gold_passages?: string[];
}

/** How well verification distinguishes right from wrong passages on one corpus. */
export interface ClaimFigures {
  dataset: string;
  sentences: number;
  /** Each wrong passage is a separate pair. */
  rocAuc: number;
  /** The same without wrong passages that repeat a gold passage's text. */
  rocAucWithoutCopies: number;
  /** Against as many wrong passages at once as there are gold ones. */
  rocAucTogether: number;
  copies: number;
  /** Shares of the verdicts for gold passages and for wrong ones (without copies). */
  verdicts: { gold: Record<string, number>; wrong: Record<string, number> };
  checksPerSecond: number;
}

/** Reads `corpus.jsonl` and `tasks.jsonl` in a folder and checks each sentence of the reference answers. */
export function evaluateClaims(directory: string): ClaimFigures {
  const passages = readJsonLines<{ _id: string; title: string; text: string }>(
    join(directory, 'corpus.jsonl'),
  );
  const chunks = passages.map(({ _id, title, text }): RetrievedChunk => ({
    itemId: _id,
    chunkId: '0',
    title,
    text,
    score: 1,
  }));
  const byId = new Map(chunks.map((chunk) => [chunk.itemId, chunk]));
  const rank = rankPassages(passages.map(({ title, text }) => `${title} ${text}`));
  const runs = new Map<RetrievedChunk, Set<string>>();
  const runsOf = (chunk: RetrievedChunk) => {
    const known = runs.get(chunk) ?? wordRuns(chunk.text ?? '');
    runs.set(chunk, known);
    return known;
  };
  const right: ClaimCheck[] = [];
  const wrong: (ClaimCheck & { isCopy: boolean })[] = [];
  const together: ClaimCheck[] = [];
  let seconds = 0;
  let checks = 0;
  for (const task of readJsonLines<Task>(join(directory, 'tasks.jsonl'))) {
    const gold = (task.gold_passages ?? []).flatMap((id) => byId.get(id) ?? []);
    if (task.answerability !== 'ANSWERABLE' || gold.length === 0) continue;
    const others = rank(task.rewrite, 60)
      .flatMap((index) => chunks[index] ?? [])
      .filter((chunk) => !gold.includes(chunk))
      .slice(0, 2 * WRONG_PASSAGES);
    const isCopy = new Map(
      others.map((chunk) => [
        chunk,
        gold.some((other) => sharedText(runsOf(chunk), runsOf(other)) >= COPY_SHARE),
      ]),
    );
    const verifier = new ClaimVerifier({ chunks: [...gold, ...others] });
    for (const { start, end } of splitSentences(task.reference_answer)) {
      const claim = task.reference_answer.slice(start, end);
      if ((claim.match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_WORDS) continue;
      const from = process.cpuUsage();
      right.push(verifier.check({ claim, chunks: gold }));
      for (const chunk of others.slice(0, WRONG_PASSAGES))
        wrong.push({ ...verifier.check({ claim, chunks: [chunk] }), isCopy: isCopy.get(chunk) ?? false });
      together.push(verifier.check({ claim, chunks: others.slice(0, gold.length) }));
      const used = process.cpuUsage(from);
      seconds += (used.user + used.system) / 1e6;
      checks += 2 + Math.min(WRONG_PASSAGES, others.length);
    }
  }
  const scores = (list: readonly ClaimCheck[]) => list.map(({ score }) => score);
  const foreign = wrong.filter((check) => !check.isCopy);
  return {
    dataset: basename(directory),
    sentences: right.length,
    rocAuc: rocAuc(scores(right), scores(wrong)),
    rocAucWithoutCopies: rocAuc(scores(right), scores(foreign)),
    rocAucTogether: rocAuc(scores(right), scores(together)),
    copies: wrong.length - foreign.length,
    verdicts: { gold: shares(right), wrong: shares(foreign) },
    checksPerSecond: Math.round(checks / seconds),
  };
}

function shares(checks: readonly ClaimCheck[]): Record<string, number> {
  const counts: Record<string, number> = { supported: 0, weak: 0, unsupported: 0 };
  for (const { verdict } of checks) counts[verdict] = (counts[verdict] ?? 0) + 1 / checks.length;
  return counts;
}
