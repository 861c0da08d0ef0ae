import { distinctNotes, noteWords, onOneLine, replaceMarks } from './cited-export.js';
import type { CitedExport } from './cited-export.js';

/**
 * ANS-4: Markdown with footnotes that contain passage, verdict and link. They are labelled by source number. Renderers
 * may renumber them, so each one also begins with the number.
 */
export function toMarkdown({ title, entries, notes, colophon }: CitedExport): string {
  // A single answer needs no headings.
  const isAlone = title === '';
  // A report has no questions, and has its own headings.
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

/** Escapes titles, names and passages: nothing in them may become a link, an image or HTML. */
export function asWritten(text: string): string {
  return text.replaceAll(/[\\`*[\]<>]/gu, '\\$&');
}
