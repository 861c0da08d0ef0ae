import { BALANCE_MEANING, originItemId, originSpan, passageWords, quotedPassage } from '@ibid/core/internal';
import type { CitationVerdict, Passage } from '@ibid/core/internal';
import type { BlockView, TextBlock } from '@ibid/core/turn-view';
import { isDeletedTitle, isOutOfSight } from '../sharing/tell-deleted.js';

/** What is exported: questions, and answers as blocks. */
export type ExportedMessage =
  | { role: 'user'; text: string; files: readonly { name: string }[] }
  | {
      role: 'assistant';
      status: string;
      /** Absent if there is no single moment, as in reports. */
      createdAt?: string;
      view: { blocks: readonly BlockView[]; modelId?: string | null };
      balance: { text: string | null } | null;
    };

/** ANS-4: the note of a citation in an exported answer, complete in itself. */
export interface ExportNote {
  /** Its position among all notes of the export, from 1. */
  id: number;
  /** The source's number in the conversation, shown in the text as on the page (CIT-6). */
  number: number;
  /** Names the note where several places share it: the number, with a suffix for further passages: `5-2`. */
  label: string;
  itemId: string | null;
  title: string;
  file: string | null;
  page: number | null;
  passage: string | null;
  verdict: CitationVerdict | null;
  /** Deleted, or not visible to this user: it cannot be opened. */
  isGone: boolean;
  /** Deleted: its verdict counts no longer. */
  isDeleted: boolean;
  /** Link to the passage on the page, for those who may see it, or to the document's origin. */
  link: string | null;
}

interface ExportedAnswer {
  /** Markdown, with a mark for each note. */
  text: string;
  /**
   * Sentences below it: the result of the check, when and by which model it was written, and whether it is complete.
   */
  remarks: string[];
}

export interface CitedExport {
  title: string;
  entries: (
    | { kind: 'question'; text: string; files: string[] }
    | { kind: 'answer'; answer: ExportedAnswer }
  )[];
  notes: ExportNote[];
  /** When it was exported, and what its verdicts mean. Null for a single answer. */
  colophon: string | null;
}

const START = '\uE000';
const END = '\uE001';
const MARKS = /\uE000(\d+)\uE001/gu;

/** Questions and answers with a note for each citation; the same for every export format. */
export function citedExport(options: {
  title: string;
  messages: readonly ExportedMessage[];
  /** File names of items. */
  fileNames: ReadonlyMap<string, string>;
  /**
   * Address of the page, e.g. `https://ibid.example`; null if no server is known, and then notes give only file and
   * page.
   */
  origin: string | null;
  /** The user who exports it. */
  by?: string;
}): CitedExport {
  const notes: ExportNote[] = [];
  const labels = new NoteLabels();
  const entries = options.messages.map((message): CitedExport['entries'][number] => {
    if (message.role === 'user')
      return { kind: 'question', text: message.text, files: message.files.map((file) => file.name) };
    const answers = message.view.blocks.flatMap((block) =>
      block.kind === 'text' && !block.narration ? [block] : [],
    );
    const text = answers.map((block) => withMarks(block, { ...options, notes, labels })).join('\n\n');
    return {
      kind: 'answer',
      answer: {
        text,
        remarks: remarksOn(message),
      },
    };
  });
  const colophon = `Exported from Ibid on ${new Date().toISOString().slice(0, 10)}${options.by ? ` by ${onOneLine(options.by)}` : ''}. ${BALANCE_MEANING}`;
  return { title: onOneLine(options.title) || 'Conversation', entries, notes, colophon };
}

function remarksOn(message: Extract<ExportedMessage, { role: 'assistant' }>): string[] {
  const { balance, createdAt, status, view } = message;
  const by = view.modelId ? ` by ${onOneLine(view.modelId)}` : '';
  return [
    ...(balance?.text ? [`${balance.text}.`] : []),
    ...(createdAt === undefined ? [] : [`Answered on ${createdAt.slice(0, 10)}${by}.`]),
    ...(status === 'complete' ? [] : [`This answer is ${status}.`]),
  ];
}

function withMarks(
  block: TextBlock,
  {
    notes,
    labels,
    fileNames,
    origin,
  }: {
    notes: ExportNote[];
    labels: NoteLabels;
    fileNames: ReadonlyMap<string, string>;
    origin: string | null;
  },
): string {
  const text = block.text.replaceAll(/[\uE000\uE001]/gu, '\uFFFD');
  let marked = '';
  let at = 0;
  for (const citation of block.citations.toSorted((one, other) => one.range.start - other.range.start)) {
    const { start, end } = citation.range;
    if (start < 0 || end > text.length || end < at) continue;
    const { passage, itemId } = citation;
    const isGone = isOutOfSight(citation.title);
    const note: ExportNote = {
      id: notes.length + 1,
      number: citation.number,
      label: '',
      itemId,
      title: onOneLine(citation.title ?? 'No source has this number'),
      file: (itemId === null ? null : fileNames.get(originItemId(itemId))) ?? null,
      page: passage?.page ?? null,
      passage: passage ? onOneLine(quotedPassage(passage)) : null,
      verdict: citation.verdict,
      isGone,
      isDeleted: isDeletedTitle(citation.title),
      link:
        itemId === null || isGone
          ? null
          : (linkOutside(citation.url) ??
            passageLink(origin, originItemId(itemId), passage?.itemSpan ? passage : originSpan(itemId))),
    };
    note.label = labels.of(note);
    notes.push(note);
    marked += `${text.slice(at, Math.max(at, start)).trimEnd()}${START}${note.id}${END}`;
    at = Math.max(at, end);
  }
  return (marked + text.slice(at)).trim();
}

/** Gives places that cite the same passage the same label, so formats that allow it can share the note. */
class NoteLabels {
  readonly #labels = new Map<string, string>();
  /** Number of labels per source. */
  readonly #counts = new Map<number, number>();

  of(note: ExportNote): string {
    const place = JSON.stringify([note.link, noteWords(note)]);
    const known = this.#labels.get(place);
    if (known !== undefined) return known;
    const count = (this.#counts.get(note.number) ?? 0) + 1;
    const label = count === 1 ? String(note.number) : `${note.number}-${count}`;
    this.#counts.set(note.number, count);
    this.#labels.set(place, label);
    return label;
  }
}

/** Each note once, ordered by source number. */
export function distinctNotes(notes: readonly ExportNote[]): ExportNote[] {
  const seen = new Set<string>();
  return notes
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .toSorted((one, other) => one.number - other.number);
}

/** Exports are opened outside the page's content security policy, so only web links are allowed. */
export function linkOutside(address: string | null | undefined): string | null {
  return address && /^https?:/iu.test(address) && URL.canParse(address) ? new URL(address).href : null;
}

/** Includes some words of the passage and its page: a later version may extract the text differently. */
function passageLink(
  origin: string | null,
  itemId: string,
  place: Passage | { start: number; end: number } | null,
): string | null {
  if (origin === null) return null;
  const address = `${origin}/items/${encodeURIComponent(itemId)}`;
  if (!place) return address;
  const passage = 'text' in place ? place : null;
  const span = passage?.itemSpan ?? place;
  const words = passage ? passageWords(passage.text) : '';
  return [
    `${address}?start=${span.start}&end=${span.end}`,
    ...(words === '' ? [] : [`words=${inAddress(words)}`]),
    ...(passage?.page === undefined ? [] : [`page=${passage.page}`]),
  ].join('&');
}

/** Escapes brackets and quotes, which would end a link in Markdown and other formats. */
function inAddress(words: string): string {
  return encodeURIComponent(words).replaceAll(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Without the questions, for the clipboard. */
export function answersAlone(exported: CitedExport): CitedExport {
  return {
    ...exported,
    title: '',
    colophon: null,
    entries: exported.entries.filter((entry) => entry.kind === 'answer'),
  };
}

/** Replaces each mark. */
export function replaceMarks(text: string, replacement: (id: number) => string): string {
  return text.replaceAll(MARKS, (_, id: string) => replacement(Number(id)));
}

/** The text split at its marks, including the marks. */
export function splitAtMarks(text: string): (string | number)[] {
  return text.split(MARKS).map((part, index) => (index % 2 === 0 ? part : Number(part)));
}

const VERDICTS: Record<CitationVerdict, string> = {
  supported: 'supported',
  weak: 'weakly supported',
  unsupported: 'not supported',
  unknown: 'no such source',
};

/**
 * A note in words, without its link: `[2] Harbour rules, rules.pdf, p. 4: “The fee is 40.” (supported)`. The number is
 * the source's.
 */
export function noteWords(note: ExportNote): string {
  const place = [
    note.title,
    ...(note.file !== null && note.file !== note.title ? [note.file] : []),
    ...(note.page === null ? [] : [`p. ${note.page}`]),
  ].join(', ');
  const quote = note.passage === null ? '' : `: “${note.passage}”`;
  return `[${note.number}] ${place}${quote}${verdictWords(note)}`;
}

function verdictWords({ verdict, isGone, isDeleted }: ExportNote): string {
  if (isDeleted) return ' (can no longer be checked)';
  if (verdict === null) return '';
  return ` (${VERDICTS[verdict]}${isGone ? ' when it was asked' : ''})`;
}

export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
