import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import type { ClaimAlignment } from './align-claim.js';
import type { ClaimCheck } from './claim-check.js';
import type { DefinedName } from './defined-names.js';
import { toPassage } from './to-passage.js';

export interface Aligned {
  check: ClaimCheck;
  alignment: ClaimAlignment | null;
  /** The source contradicts the claim or lacks the quoted text, so another source cannot change the verdict. */
  isFinal: boolean;
}

export const RANK = { unsupported: 0, weak: 1, supported: 2 } as const;

/** Characters of a passage that shows two statements. */
const LONGEST_SHOWN = 600;

/** Characters of the lines that define the parties of a contract. */
const LONGEST_DEFINITION = 300;

/** Verbs that only join a cell to its row. */
export const SAYS_OF_CELL =
  /\s(?:costs?|weighs?|covers?|reach(?:es|ed)|totals?|measures?|(?:amounts?|amounted|comes?|came) to|(?:stands?|stood) at|(?:is|are|was|were) listed (?:at|as|with))(?=\s)/u;

export const isInTable = ({ check: { passage }, alignment }: Aligned) =>
  alignment?.text.tables.some(
    ({ first, last }) => alignment.window.last >= first && alignment.window.first <= last,
  ) === true && passage !== null;

/** Both supported, and their passages are near enough to be shown as one. */
export function bothOf(one: Aligned, two: Aligned, all: readonly RetrievedChunk[]): Aligned | null {
  const [first, second] = [one.check, two.check].map(({ passage }) => passage);
  if (one.check.verdict !== 'supported' || two.check.verdict !== 'supported') return null;
  const chunk = all.find(({ chunkId }) => chunkId === first?.chunkId);
  if (!first || !second || !chunk || second.chunkId !== first.chunkId) return null;
  const start = Math.min(first.start, second.start);
  const end = Math.max(first.end, second.end);
  const header = [first.header, second.header].filter((span) => span !== undefined);
  if (end - start > LONGEST_SHOWN || new Set(header.map((span) => span.start)).size > 1) return null;
  const passage = toPassage(chunk, { start, end, header: header[0] });
  return {
    ...two,
    check: { passage, score: Math.min(one.check.score, two.check.score), verdict: 'supported' },
  };
}

/**
 * The verdict on the claim with the names that the source defines, if it is better; or if the only reason to support
 * the claim as written was the line that defines the name.
 */
export function byDefinition(options: {
  plain: Aligned;
  other: Aligned;
  definitions: readonly DefinedName[];
  chunk: RetrievedChunk;
}): Aligned {
  const { plain, other, definitions, chunk } = options;
  const [first] = definitions;
  const { passage } = other.check;
  if (!first || !passage) return plain;
  const isBetter = RANK[other.check.verdict] > RANK[plain.check.verdict];
  if (!isBetter) {
    const shown = plain.check.passage;
    const isByDefinition =
      plain.check.verdict === 'supported' &&
      shown?.chunkId === chunk.chunkId &&
      definitions.some(({ start, end }) => start >= shown.start && end <= shown.end);
    return isByDefinition && RANK[other.check.verdict] < RANK.supported ? other : plain;
  }
  const isShown = definitions.every(
    ({ start, end }) => passage.chunkId === chunk.chunkId && start >= passage.start && end <= passage.end,
  );
  if (isShown || other.check.verdict !== 'supported') return other;
  // The passage must have the name (CIT-5), so it begins with the line that defines it.
  const start = Math.min(...definitions.map((one) => one.start));
  const end = Math.max(...definitions.map((one) => one.end));
  if (passage.chunkId === chunk.chunkId && !passage.header && end - start <= LONGEST_DEFINITION) {
    const header = { start, end, text: (chunk.text ?? '').slice(start, end) };
    return { ...other, check: { ...other.check, passage: { ...passage, header } } };
  }
  const { short, names } = first;
  const reason = `Elsewhere the source calls “${names[0] ?? short}” “${short}”.`;
  return { ...other, check: { ...other.check, verdict: 'weak', reason } };
}
