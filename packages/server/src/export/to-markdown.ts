import { distinctNotes, noteWords, onOneLine, replaceMarks } from './cited-export.js';
import type { CitedExport } from './cited-export.js';

/**
 * ANS-4: Markdown with footnotes, which carry passage, verdict and link. They are named by the source's number; whoever
 * shows them may count them again, so each begins with it, too.
 */
export function toMarkdown({ title, entries, notes, colophon }: CitedExport): string {
  // An answer on its own needs no headings.
  const isAlone = title === '';
  // A report asks nothing, and has headings of its own.
  const isAsked = entries.some(({ kind }) => kind === 'question');
  const parts = isAlone ? [] : [`# ${asWritten(title)}`];
  for (const entry of entries) {
    if (entry.kind === 'question') {
      const files = entry.files.map((name) => `*Attached: ${asWritten(onOneLine(name))}*`);
      parts.push('## Question', ...files, entry.text);
      continue;
    }
    const { text, remarks } = entry.answer;
    if (!isAlone && isAsked) parts.push('## Answer');
    parts.push(replaceMarks(text, (id) => `[^${notes[id - 1]?.label ?? id}]`));
    if (remarks.length > 0) parts.push(`*${asWritten(remarks.join(' '))}*`);
  }
  if (colophon !== null) parts.push(`*${asWritten(colophon)}*`);
  const list = distinctNotes(notes).map(
    (note) => `[^${note.label}]: ${asWritten(noteWords(note))}${note.link === null ? '' : ` <${note.link}>`}`,
  );
  if (list.length > 0) parts.push(list.join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/** Titles, names and passages are text: what looks like a link, a picture or HTML in them must not become one. */
export function asWritten(text: string): string {
  return text.replaceAll(/[\\`*[\]<>]/gu, '\\$&');
}
