import type { Source } from '../../references/source.js';
import { CitationStream } from '../citation-stream.js';

/** CIT-4, for a page: the answer as text and citations. The texts of all spans, joined, are the answer. */
export type AnswerSpan =
  | { type: 'text'; text: string; range: { start: number; end: number } }
  | {
      type: 'citation';
      text: string;
      range: { start: number; end: number };
      /** In the order written; a number without a source has none. */
      sources: { number: number; source: Source | null }[];
    };

/** CIT-4: an answer as spans of text and citations, for a page that draws each of them itself. */
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
