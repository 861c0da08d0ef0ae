import { MarkdownCodeScanner } from '../markdown/code-scanner.js';
import { splitSentences } from './verify/split-sentences.js';

interface Span {
  start: number;
  end: number;
}

/** A sentence of an answer with its markers, inside it or right after it. */
export interface AnswerSentence<Marker> {
  text: string;
  range: Span;
  markers: Marker[];
  /** The sentence without code. */
  said: string;
}

/** The sentences of an answer, without code. `markers`: those of the answer, in order. */
export function answerSentences<Marker extends { range: Span }>(
  answer: string,
  markers: readonly Marker[],
): AnswerSentence<Marker>[] {
  const text = withoutCode(answer);
  const spans = splitSentences(text);
  let next = 0;
  return spans.map(({ start, end }, index): AnswerSentence<Marker> => {
    const follower = spans[index + 1];
    // `So it is. [1]`: a marker at the start of the next sentence belongs to this one.
    const reach =
      follower &&
      /^[[［【〔]/.test(text.slice(follower.start, follower.start + 1)) &&
      !text.slice(end, follower.start).includes('\n')
        ? endOfMarkers(follower.start)
        : end;
    const own: Marker[] = [];
    for (let marker = markers[next]; marker && marker.range.start < reach; marker = markers[++next])
      if (marker.range.start >= start) own.push(marker);
    return {
      text: answer.slice(start, end),
      range: { start, end },
      markers: own,
      said: text.slice(start, end),
    };
  });

  /** Where the run of adjacent markers that starts here ends. */
  function endOfMarkers(from: number): number {
    let end = from;
    for (const { range } of markers) {
      if (range.start < from) continue;
      if (text.slice(end, range.start).trim() !== '') break;
      end = range.end;
    }
    return end;
  }
}

/** A fence or a deep indentation: most answers have neither. */
const MAY_BE_CODE = /```|~~~| {4}|\t/;

/** The answer with its code blanked out; offsets stay the same. */
function withoutCode(answer: string): string {
  if (!MAY_BE_CODE.test(answer)) return answer;
  const scanner = new MarkdownCodeScanner();
  return [...scanner.push(answer), ...scanner.end()]
    .map(({ kind, text }) =>
      kind === 'fenced' || kind === 'indented' ? text.replaceAll(/[^\n]/g, ' ') : text,
    )
    .join('');
}
