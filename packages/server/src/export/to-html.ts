import MarkdownIt from 'markdown-it';
import { distinctNotes, noteWords, replaceMarks, linkOutside } from './cited-export.js';
import type { CitedExport } from './cited-export.js';

// HTML in an answer is shown as text, as on the page.
const markdown = new MarkdownIt({ html: false, linkify: false });
// Loading an image would tell its server what was asked.
markdown.disable('image');
// A path or an application's URL scheme would open something on the reader's machine.
markdown.validateLink = (link) => linkOutside(link) !== null;

const STYLE = `body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#211d19}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem}h2.who{font:bold 1rem sans-serif;color:#5c554c;margin-top:2.5rem}
blockquote{border-left:3px solid #8c8272;margin-left:0;padding-left:1rem}
table{border-collapse:collapse}td,th{border:1px solid #e2dacc;padding:.3rem .6rem;text-align:left}
pre{background:#f5f1e9;padding:.8rem;overflow:auto}sup a{text-decoration:none;color:#8c2f24}
.question{background:#f5f1e9;border-radius:.8rem;padding:.6rem 1rem;white-space:pre-wrap}
.balance,.notes{font:.85rem/1.5 sans-serif;color:#5c554c}.notes q{font-family:Georgia,serif;color:#211d19}`;

/** ANS-4: a page that includes its passages and can be checked by eye without a server. */
export function toHtml(exported: CitedExport): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(exported.title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(exported.title)}</h1>
${toHtmlFragment(exported, { questions: true })}
</body></html>
`;
}

/** For the clipboard: word processors paste it with its notes. */
export function toHtmlFragment(
  { entries, notes, colophon }: CitedExport,
  { questions = false }: { questions?: boolean } = {},
): string {
  const parts: string[] = [];
  // A report has no questions, and has its own headings.
  const isAsked = questions && entries.some(({ kind }) => kind === 'question');
  for (const entry of entries) {
    if (entry.kind === 'question') {
      if (questions)
        parts.push(`<h2 class="who">Question</h2><div class="question">${escaped(entry.text)}</div>`);
      continue;
    }
    const { text, remarks } = entry.answer;
    if (isAsked) parts.push('<h2 class="who">Answer</h2>');
    parts.push(
      replaceMarks(markdown.render(text), (id) => {
        const note = notes[id - 1];
        const number = `[${note?.number ?? id}]`;
        // Pasted elsewhere, such a link would lead back to the original page.
        if (!questions) return `<sup>${number}</sup>`;
        return `<sup><a href="#note-${note?.label ?? id}" id="mark-${id}">${number}</a></sup>`;
      }),
    );
    if (remarks.length > 0) parts.push(`<p class="balance"><em>${escaped(remarks.join(' '))}</em></p>`);
  }
  if (questions && colophon !== null) parts.push(`<p class="balance"><em>${escaped(colophon)}</em></p>`);
  if (notes.length > 0) {
    const rows = distinctNotes(notes).map(
      (note) =>
        `<p id="note-${note.label}">${quoted(noteWords(note))}${
          note.link === null ? '' : ` <a href="${escaped(note.link)}">${escaped(linkWords(note.link))}</a>`
        }${questions ? ` <a href="#mark-${note.id}" aria-label="Back to the text">↩</a>` : ''}</p>`,
    );
    parts.push(`<hr><div class="notes">${rows.join('\n')}</div>`);
  }
  return parts.join('\n');
}

const linkWords = (link: string) => (link.includes('/items/') ? 'Open the passage' : link);

const quoted = (words: string) => escaped(words).replace(/“(.*)”/u, '<q>$1</q>');

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
}
