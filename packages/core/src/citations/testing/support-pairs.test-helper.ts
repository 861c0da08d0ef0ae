import { readFileSync } from 'node:fs';
import { type CitationVerdict, quotedPassage } from '../citation.js';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from '../verify/claim-verifier.js';

interface Row {
  kind: string;
  title?: string;
  heading?: string;
  source: string;
  mustHold?: boolean;
  claims: { claim: string; verdicts: CitationVerdict[]; passage?: string[] }[];
}

/** A claim, the text that it cites, and the acceptable verdicts. Written before the rules that judge it. */
export interface SupportPair {
  kind: string;
  chunk: RetrievedChunk;
  claim: string;
  /** The acceptable verdicts. */
  verdicts: readonly CitationVerdict[];
  /** Words that the shown passage must contain. */
  passage: readonly string[];
  /** Must always be right: a mistake seen in use, in another trade. */
  mustHold: boolean;
}

/** `support-pairs.jsonl`: by kind; never change it to make a rule pass. */
export const supportPairs: readonly SupportPair[] = readFileSync(
  new URL('support-pairs.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .flatMap((line) => {
    const { kind, title, heading, source, mustHold = false, claims } = JSON.parse(line) as Row;
    const chunk: RetrievedChunk = {
      itemId: 'item',
      chunkId: '0',
      title: title ?? 'Untitled',
      text: source,
      score: 1,
      ...(heading === undefined ? {} : { headingPath: [heading] }),
    };
    return claims.map(({ claim, verdicts, passage }) => ({
      kind,
      chunk,
      claim,
      verdicts,
      passage: passage ?? [],
      mustHold,
    }));
  });

const OTHERS = ['Cats sleep for twelve to sixteen hours a day.', 'The market opens at nine.'].map(
  (text, index): RetrievedChunk => ({
    itemId: 'other',
    chunkId: String(index),
    title: 'Other',
    text,
    score: 1,
  }),
);

/** Null if judged right; otherwise the actual result. */
export function mistakeIn({ chunk, claim, verdicts, passage }: SupportPair): string | null {
  const check = new ClaimVerifier({ chunks: [chunk, ...OTHERS] }).check({ claim, chunks: [chunk] });
  const said = `${check.verdict} (${check.score.toFixed(2)}): ${check.reason ?? ''} [${check.passage?.text ?? ''}]`;
  if (!verdicts.includes(check.verdict)) return said;
  const shown = plain(check.passage ? quotedPassage(check.passage) : '');
  return passage.every((words) => shown.includes(plain(words))) ? null : `the passage lacks words: ${said}`;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ');
