import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';

/** A stretch of speech under one time: long enough to be meaningful, short enough to find in the recording. */
const LONGEST_SECONDS = 60;
const LONGEST_CHARACTERS = 700;
/** A pause that ends a stretch. */
const PAUSE_SECONDS = 4;

const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/u;

interface Cue {
  start: number;
  end: number;
  text: string;
}

/** SubRip and WebVTT: what was said, in stretches headed by their times in the recording. */
export function parseSubtitles(input: ParseInput): ParsedDocument {
  const text = cleanText(decodeText(input.bytes).text);
  const cues = cuesOf(text);
  if (cues.length === 0) throw new ParseError('damaged', 'The file is damaged: it contains no timestamps.');
  const builder = new DocumentBuilder(input.limits);
  for (const stretch of stretches(cues)) {
    const [first, last] = [stretch[0] as Cue, stretch.at(-1) as Cue];
    builder.heading(2, `${clock(first.start)}–${clock(Math.max(last.end, first.start))}`);
    builder.paragraph(stretch.map((cue) => cue.text).join('\n'));
  }
  const isVtt = text.startsWith('WEBVTT');
  const title = isVtt ? /^WEBVTT[ \t-]+(\S.*)/u.exec(text.split('\n', 1)[0] ?? '')?.[1] : undefined;
  return builder.finish({
    title: title ?? titleFromName(input.name),
    mediaType: isVtt ? 'text/vtt' : 'application/x-subrip',
    metadata: { duration: clock(cues.reduce((latest, { end }) => Math.max(latest, end), 0)) },
  });
}

/** Blocks between empty lines: an optional name or number, the times, the words. Notes and styles have no times. */
function cuesOf(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of text.split(/\n[ \t]*\n/u)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMES.test(line));
    if (at < 0) continue;
    const match = TIMES.exec(lines[at] ?? '');
    const seconds = (from: number) =>
      Number(match?.[from] ?? 0) * 3_600 + Number(match?.[from + 1]) * 60 + Number(match?.[from + 2]);
    const words = plain(lines.slice(at + 1).join('\n'));
    // Scrolling captions repeat the line before.
    if (words !== '' && words !== cues.at(-1)?.text)
      cues.push({ start: seconds(1), end: seconds(5), text: words });
  }
  return cues;
}

/** `<v Ann>` names the speaker. Other tags, and positions in braces, are formatting. */
function plain(text: string): string {
  return text
    .replaceAll(/<v(?:\.[^\s>]{1,100})?[ \t]+([^>\n]{1,100})>/gu, '$1: ')
    .replaceAll(/<\/?[^<>\n]{0,200}>/gu, '')
    .replaceAll(/\{\\[^{}\n]{0,200}\}/gu, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .trim();
}

function* stretches(cues: readonly Cue[]): Generator<Cue[]> {
  let open: Cue[] = [];
  let characters = 0;
  for (const cue of cues) {
    const [first, last] = [open[0], open.at(-1)];
    const isOver =
      first !== undefined &&
      (cue.end - first.start > LONGEST_SECONDS ||
        characters + cue.text.length > LONGEST_CHARACTERS ||
        cue.start - (last?.end ?? 0) > PAUSE_SECONDS);
    if (isOver) {
      yield open;
      open = [];
      characters = 0;
    }
    open.push(cue);
    characters += cue.text.length;
  }
  if (open.length > 0) yield open;
}

function clock(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
}
