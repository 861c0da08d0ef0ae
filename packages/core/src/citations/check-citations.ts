import { IbidError } from '../errors/ibid-error.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source } from '../sources/source.js';
import { answerBalance, type AnswerBalance } from './answer-balance.js';
import { AnswerCitations } from './answer-citations.js';
import { answerClaims, type AnswerClaim } from './answer-claims.js';
import type { Citation } from './citation.js';

/** The result of checking an answer. */
interface CheckedCitations {
  /** One per number in a marker, with its verdict, its passage and, if it is not supported, the reason. */
  citations: Citation[];
  /** The sentences that state something, including those without a citation. */
  claims: AnswerClaim[];
  balance: AnswerBalance;
}

/**
 * Checks a complete answer, wherever it came from. `[1]` in it means the first passage. Passages with the same `itemId`
 * are one source, under the number of the first.
 *
 * ```ts
 * import { checkCitations } from '@ibid/core';
 *
 * const { citations, balance } = checkCitations('The tower is 412 metres tall [1]. It was built in 1889.', [
 *   { title: 'Towers', text: 'The tower is 330 metres tall.' },
 * ]);
 * console.log(citations[0]?.verdict, citations[0]?.reason, balance.uncited); // unsupported, …, 1
 * ```
 */
export function checkCitations(
  answer: string,
  passages: readonly { text: string; title?: string; itemId?: string }[],
): CheckedCitations {
  assertTexts(answer, passages);
  const sources: Source[] = [];
  const shownChunks = new Map<number, RetrievedChunk[]>();
  for (const [
    index,
    { text, title = `Passage ${index + 1}`, itemId = `passage-${index + 1}` },
  ] of passages.entries()) {
    const known = sources.find((source) => source.itemId === itemId);
    const number = known?.number ?? sources.length + 1;
    if (!known) sources.push({ number, itemId, title, origin: 'tool' });
    const chunk = { itemId, chunkId: String(index), title, text, score: 1 };
    shownChunks.set(number, [...(shownChunks.get(number) ?? []), chunk]);
  }
  const reader = new AnswerCitations({ sourceByNumber: (number) => sources[number - 1], shownChunks });
  const citations = readCitations(reader, answer);
  const claims = answerClaims({ text: answer, citations });
  return { citations, claims, balance: answerBalance(claims) };
}

class InvalidInput extends IbidError {
  readonly code = 'invalid_input';
}

/** What is checked often comes from elsewhere: a file, a request, a program without types. */
function assertTexts(answer: unknown, passages: unknown): void {
  if (typeof answer !== 'string')
    throw new InvalidInput(`The answer to check must be a text, but it is ${nameOf(answer)}.`);
  if (!Array.isArray(passages))
    throw new InvalidInput(
      `The passages must be a list such as \`[{ text: '…' }]\`, but they are ${nameOf(passages)}.`,
    );
  for (const [index, passage] of (passages as unknown[]).entries()) {
    if (typeof passage !== 'object' || passage === null)
      throw new InvalidInput(
        `Passage ${index + 1} must be an object such as \`{ text: '…' }\`, but it is ${nameOf(passage)}.`,
      );
    const { text } = passage as { text?: unknown };
    if (typeof text !== 'string')
      throw new InvalidInput(`Passage ${index + 1} must have a \`text\`, but it is ${nameOf(text)}.`);
  }
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'a text';
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}

/** The citations of a whole text, each in its final state. */
export function readCitations(reader: AnswerCitations, text: string): Citation[] {
  const latest = new Map<string, Citation>();
  for (const event of [...reader.push(text), ...reader.end()])
    if (event.type === 'citation') latest.set(event.citation.citationId, event.citation);
  return [...latest.values()];
}
