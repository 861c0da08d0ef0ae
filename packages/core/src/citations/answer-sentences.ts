import { MarkdownCodeScanner } from '../markdown/code-scanner.js';
import type { CitationMarker } from './citation-event.js';
import { CitationStream } from './citation-stream.js';
import { isCheckable } from './is-checkable.js';
import { splitSentences } from './verify/split-sentences.js';

/** A sentence of an answer with the markers that stand for it, in it or right behind it. */
export interface AnswerSentence {
  text: string;
  range: { start: number; end: number };
  markers: CitationMarker[];
  /** Whether it states something that a source could say. */
  isCheckable: boolean;
}

/** The sentences of an answer; code is none. */
export function answerSentences(answer: string): AnswerSentence[] {
  const text = withoutCode(answer);
  const stream = new CitationStream();
  const markers = [...stream.push(answer), ...stream.end()].filter((event) => event.type === 'marker');
  const spans = splitSentences(text);
  let next = 0;
  return spans.map(({ start, end }, index): AnswerSentence => {
    const follower = spans[index + 1];
    // `So it is. [1]`: a marker that begins the next sentence belongs to this one.
    const reach =
      follower &&
      /^[[［【〔]/.test(text.slice(follower.start, follower.start + 1)) &&
      !text.slice(end, follower.start).includes('\n')
        ? endOfMarkers(markers, follower.start)
        : end;
    const own: CitationMarker[] = [];
    for (let marker = markers[next]; marker && marker.range.start < reach; marker = markers[++next])
      if (marker.range.start >= start) own.push(marker);
    return {
      text: answer.slice(start, end),
      range: { start, end },
      markers: own,
      isCheckable: isCheckable(text.slice(start, end)),
    };
  });

  /** Where the markers end that stand side by side from here on. */
  function endOfMarkers(all: readonly CitationMarker[], from: number): number {
    let end = from;
    for (const { range } of all) {
      if (range.start < from) continue;
      if (text.slice(end, range.start).trim() !== '') break;
      end = range.end;
    }
    return end;
  }
}

/** The answer with its code blanked out, at the same offsets. */
function withoutCode(answer: string): string {
  const scanner = new MarkdownCodeScanner();
  return [...scanner.push(answer), ...scanner.end()]
    .map(({ kind, text }) =>
      kind === 'fenced' || kind === 'indented' ? text.replaceAll(/[^\n]/g, ' ') : text,
    )
    .join('');
}
