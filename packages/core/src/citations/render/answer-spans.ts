import type { Source } from '../../sources/source.js';
import { CitationStream } from '../citation-stream.js';

/** The answer as text and citations. Joined, the texts of all spans are the answer. */
export type AnswerSpan =
  | { type: 'text'; text: string; range: { start: number; end: number } }
  | {
      type: 'citation';
      text: string;
      range: { start: number; end: number };
      /** In the order written; null for a number without a source. */
      sources: { number: number; source: Source | null }[];
    };

/**
 * An answer as spans of text and citations, for a page that renders them itself.
 *
 * ```ts
 * import { answerSpans } from '@ibid/core/citations';
 *
 * const spans = answerSpans('It is tall [1].', { sourceByNumber: () => undefined });
 * console.log(spans.map(({ type, text }) => `${type}: ${text}`)); // ['text: It is tall ', 'citation: [1]', 'text: .']
 * ```
 */
export function answerSpans(
  text: string,
  options: { sourceByNumber: (number: number) => Source | undefined },
): AnswerSpan[] {
  const stream = new CitationStream();
  return [...stream.push(text), ...stream.end()].map((event): AnswerSpan => {
    if (event.type === 'text') {
      const { start } = event;
      return { type: 'text', text: event.text, range: { start, end: start + event.text.length } };
    }
    const sources = event.numbers.map((number) => ({
      number,
      source: options.sourceByNumber(number) ?? null,
    }));
    return { type: 'citation', text: event.text, range: event.range, sources };
  });
}
