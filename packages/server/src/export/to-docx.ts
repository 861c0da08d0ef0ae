import { allowedInXml } from '@ibid/core/internal';
import {
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { IParagraphOptions, ParagraphChild } from 'docx';
import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { noteWords, onOneLine, splitAtMarks, linkOutside } from './cited-export.js';
import type { CitedExport, ExportNote } from './cited-export.js';

const markdown = new MarkdownIt({ html: false });
const HEADINGS = [HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4] as const;
const NUMBERED = 'numbered';

const inItalics = (text: string) => new Paragraph({ children: [new TextRun({ text, italics: true })] });

/**
 * ANS-4: a Word document whose footnotes contain source, page, passage, verdict and link. Word processors number
 * footnotes themselves, so each one begins with the source's number.
 */
export async function toDocx(cited: CitedExport): Promise<Uint8Array<ArrayBuffer>> {
  // A single character that XML does not allow, in a document or question, would make the file unreadable.
  const { title, entries, notes, colophon } = JSON.parse(JSON.stringify(cited), (_, value: unknown) =>
    typeof value === 'string' ? allowedInXml(value) : value,
  ) as CitedExport;
  const children: (Paragraph | Table)[] = [new Paragraph({ text: title, heading: HeadingLevel.TITLE })];
  for (const entry of entries) {
    if (entry.kind === 'question') {
      children.push(
        new Paragraph({ text: entry.text, heading: HeadingLevel.HEADING_1 }),
        ...entry.files.map(
          (name) =>
            new Paragraph({
              children: [new TextRun({ text: `Attached: ${onOneLine(name)}`, italics: true })],
            }),
        ),
      );
      continue;
    }
    const { text, remarks } = entry.answer;
    children.push(...blocksOf(markdown.parse(text, {}), notes), ...remarks.map(inItalics));
  }
  if (colophon !== null) children.push(inItalics(colophon));
  const document = new Document({
    title,
    creator: 'Ibid',
    footnotes: Object.fromEntries(
      notes.map((note) => [
        String(note.id),
        {
          children: [
            new Paragraph({
              children: [
                new TextRun(`${noteWords(note)}${note.link === null ? '' : ' '}`),
                ...(note.link === null
                  ? []
                  : [linkTo(note.link, [new TextRun({ text: note.link, style: 'Hyperlink' })])]),
              ],
            }),
          ],
        },
      ]),
    ),
    numbering: {
      config: [
        {
          reference: NUMBERED,
          levels: [0, 1, 2, 3].map((level) => ({
            level,
            format: LevelFormat.DECIMAL,
            text: `%${level + 1}.`,
            style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
          })),
        },
      ],
    },
    sections: [{ children }],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

const linkTo = (link: string, children: ParagraphChild[]) => new ExternalHyperlink({ link, children });

/** Converts Markdown blocks to paragraphs and tables. */
function blocksOf(tokens: Token[], notes: readonly ExportNote[]): (Paragraph | Table)[] {
  const blocks: (Paragraph | Table)[] = [];
  const lists: ('bullet' | 'ordered')[] = [];
  let style: IParagraphOptions = {};
  let rows: TableRow[] | null = null;
  let cells: TableCell[] = [];
  let instance = 0;
  for (const token of tokens) {
    if (token.type === 'bullet_list_open') lists.push('bullet');
    else if (token.type === 'ordered_list_open') {
      lists.push('ordered');
      instance += 1;
    } else if (token.type.endsWith('_list_close')) lists.pop();
    else if (token.type === 'heading_open')
      style = { heading: HEADINGS[Math.min(Number(token.tag.slice(1)), 3) - 1] ?? HEADINGS[2] };
    else if (token.type === 'blockquote_open') style = { indent: { left: 720 } };
    else if (/^(heading|blockquote)_close$/u.test(token.type)) style = {};
    else if (token.type === 'table_open') rows = [];
    else if (token.type === 'tr_close') {
      rows?.push(new TableRow({ children: cells }));
      cells = [];
    } else if (token.type === 'table_close') {
      if (rows !== null && rows.length > 0)
        blocks.push(new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } }));
      rows = null;
    } else if (token.type === 'fence' || token.type === 'code_block')
      for (const line of token.content.replace(/\n$/u, '').split('\n'))
        blocks.push(new Paragraph({ children: [new TextRun({ text: line, font: 'Courier New' })] }));
    else if (token.type === 'inline') {
      const children = runsOf(token.children ?? [], notes);
      if (rows !== null) cells.push(new TableCell({ children: [new Paragraph({ children })] }));
      else
        blocks.push(
          new Paragraph({ ...style, ...listStyle(lists, instance), children, spacing: { after: 120 } }),
        );
    }
  }
  return blocks;
}

function listStyle(lists: readonly ('bullet' | 'ordered')[], instance: number): IParagraphOptions {
  const level = Math.min(lists.length, 4) - 1;
  if (level < 0) return {};
  return lists.at(-1) === 'bullet'
    ? { bullet: { level } }
    : { numbering: { reference: NUMBERED, level, instance } };
}

function runsOf(tokens: Token[], notes: readonly ExportNote[]): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  const marks = { bold: false, italics: false };
  let link: string | null = null;
  const add = (text: string, more: { font?: string } = {}) => {
    for (const part of splitAtMarks(text)) {
      if (typeof part === 'number')
        runs.push(new TextRun(` [${notes[part - 1]?.number ?? part}]`), new FootnoteReferenceRun(part));
      else if (part !== '') {
        const run = new TextRun({
          text: part,
          ...marks,
          ...more,
          ...(link === null ? {} : { style: 'Hyperlink' }),
        });
        runs.push(link === null ? run : linkTo(link, [run]));
      }
    }
  };
  for (const token of tokens) {
    if (token.type === 'strong_open') marks.bold = true;
    else if (token.type === 'strong_close') marks.bold = false;
    else if (token.type === 'em_open') marks.italics = true;
    else if (token.type === 'em_close') marks.italics = false;
    else if (token.type === 'link_open') link = linkOutside(token.attrGet('href'));
    else if (token.type === 'link_close') link = null;
    else if (token.type === 'softbreak') add(' ');
    else if (token.type === 'hardbreak') runs.push(new TextRun({ break: 1 }));
    else if (token.type === 'code_inline') add(token.content, { font: 'Courier New' });
    else add(token.content);
  }
  return runs;
}
