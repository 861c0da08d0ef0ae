import type { Terminal } from '../terminal.js';

export interface InlineOptions {
  terminal: Terminal;
  /** How to display citation markers. */
  citation: (marker: string, numbers: readonly number[]) => string;
  /** More text may follow: leave what could still become part of a form. */
  isOpen: boolean;
  /** The end of what was already shown of the line; empty at its beginning. */
  before?: string;
}

/** A form not closed within this many characters is plain text, however much arrives at once. */
const LONGEST_FORM = 400;

const CODE = /^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/u;
const STRONG = /^(?!\*+\s|_+\s)(\*\*|__)(?=\S)([\s\S]*?\S)\1/u;
const EMPHASIS = /^([*_])(?![*_\s])([\s\S]*?[^\s*_])\1(?!\w)/u;
const CITATION = /^\[(\d{1,6}(?:\s?[,–-]\s?\d{1,6}){0,9})\](?!\()/u;
const LINK = /^\[((?:[^[\]\\]|\\.)*)\]\(<?([^\s<>()]+)>?(?:\s+"[^"]*")?\)/u;
const ESCAPE = /^\\([!-/:-@[-`{-~])/u;
const OPENERS = /[`*_[\\]/u;

/** Renders one line with its emphasis, code, links and citations. Returns how much of it was consumed. */
export function renderInline(text: string, options: InlineOptions): { shown: string; taken: number } {
  let shown = '';
  let at = 0;
  while (at < text.length) {
    const next = text.slice(at).search(OPENERS);
    if (next === -1) return { shown: shown + text.slice(at), taken: text.length };
    shown += text.slice(at, at + next);
    at += next;
    const rest = text.slice(at, at + LONGEST_FORM);
    const before = (text[at - 1] ?? options.before) || ' ';
    const form = formAt(rest, before, options);
    // A form at the very end may continue: `*` become `**`, `[1]` a link.
    const mayGrow = options.isOpen && rest.length < LONGEST_FORM && (form !== null || mayOpen(rest, before));
    const isAtEnd = !form || form.length === rest.length || runOf(rest) === rest.length;
    if (mayGrow && isAtEnd) return { shown, taken: at };
    shown += form ? form.shown : rest.slice(0, runOf(rest));
    at += form ? form.length : runOf(rest);
  }
  return { shown, taken: at };
}

/** Whether the following text could still turn it into a form. */
function mayOpen(rest: string, before: string): boolean {
  if (/^(?:\*+|_+)\s/u.test(rest) || /^\\./u.test(rest)) return false;
  if (rest.startsWith('_') && /\w/u.test(before)) return false;
  return !/^\[(?:[^[\]\\]|\\.)*(?:\[|\][^(])/u.test(rest);
}

/** Markers that open nothing are shown together: the second `*` of two must not open what the first did not. */
function runOf(rest: string): number {
  let length = 1;
  while (rest[0] !== '\\' && rest[0] !== '[' && rest[length] === rest[0]) length += 1;
  return length;
}

function formAt(
  rest: string,
  before: string,
  options: InlineOptions,
): { shown: string; length: number } | null {
  const { terminal } = options;
  const inner = (text: string) =>
    renderInline(text, { terminal, citation: options.citation, isOpen: false }).shown;
  const escape = ESCAPE.exec(rest);
  if (escape) return { shown: escape[1] ?? '', length: 2 };
  const code = CODE.exec(rest);
  if (code) return { shown: terminal.green(code[2]?.trim() ?? ''), length: code[0].length };
  const isInWord = /\w/u.test(before);
  const strong = isInWord && rest.startsWith('_') ? null : STRONG.exec(rest);
  if (strong) return { shown: terminal.bold(inner(strong[2] ?? '')), length: strong[0].length };
  const emphasis = isInWord && rest.startsWith('_') ? null : EMPHASIS.exec(rest);
  if (emphasis) return { shown: terminal.italic(inner(emphasis[2] ?? '')), length: emphasis[0].length };
  const citation = CITATION.exec(rest);
  if (citation) {
    const numbers = (citation[1] ?? '').match(/\d+/gu)?.map(Number) ?? [];
    return { shown: options.citation(citation[0], numbers), length: citation[0].length };
  }
  const link = LINK.exec(rest);
  if (!link) return null;
  const label = terminal.underline(inner(link[1] ?? ''));
  const linked = terminal.link(label, link[2] ?? '');
  // Without support for links, print the address.
  return { shown: linked === label ? `${label} (${link[2]})` : linked, length: link[0].length };
}
