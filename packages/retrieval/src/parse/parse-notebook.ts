import type { JsonValue } from '@ibid/core';
import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import type { ParseInput } from './parse-input.js';
import { parseJson } from './parse-json.js';
import { parseMarkdownText } from './parse-markdown.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';

interface Cell {
  cell_type?: unknown;
  source?: unknown;
  outputs?: unknown;
  execution_count?: unknown;
}

/** A Jupyter notebook: its notes, its code, and what the code printed. Pictures are left out. */
export function parseNotebook(input: ParseInput): ParsedDocument {
  const notebook = readNotebook(cleanText(decodeText(input.bytes).text));
  if (!notebook) return parseJson(input);
  const builder = new DocumentBuilder(input.limits);
  let title = '';
  for (const cell of notebook.cells) {
    const source = joined(cell.source);
    if (cell.cell_type === 'markdown') {
      const notes = parseMarkdownText({ text: cleanText(source), name: '' });
      title ||= notes.blocks.find((block) => block.kind === 'heading')?.label ?? '';
      builder.embed(notes, 0);
    } else if (cell.cell_type === 'code') {
      const count = typeof cell.execution_count === 'number' ? ` ${cell.execution_count}` : '';
      builder.code(source, { label: `Cell${count}` });
      builder.code(outputText(cell.outputs), { label: `Output${count}` });
    } else builder.paragraph(source);
  }
  const metadata: Record<string, JsonValue> = { cells: notebook.cells.length };
  if (notebook.language) metadata['programmingLanguage'] = notebook.language;
  return builder.finish({
    title: title || titleFromName(input.name),
    mediaType: 'application/x-ipynb+json',
    metadata,
  });
}

function readNotebook(text: string): { cells: Cell[]; language: string } | null {
  try {
    const value = JSON.parse(text) as {
      cells?: unknown;
      /** In format version 3. */
      worksheets?: { cells?: unknown }[];
      metadata?: { kernelspec?: { language?: unknown }; language_info?: { name?: unknown } };
    } | null;
    const cells = value?.cells ?? value?.worksheets?.[0]?.cells;
    if (!Array.isArray(cells)) return null;
    const language = value?.metadata?.language_info?.name ?? value?.metadata?.kernelspec?.language;
    return {
      cells: cells.filter((cell): cell is Cell => typeof cell === 'object' && cell !== null),
      language: typeof language === 'string' ? language : '',
    };
  } catch {
    return null;
  }
}

/** Printed output, and results as text. */
function outputText(outputs: unknown): string {
  if (!Array.isArray(outputs)) return '';
  return outputs
    .map((output: unknown) => {
      const { text, data, ename, evalue } = (output ?? {}) as Record<string, unknown>;
      if (typeof ename === 'string') return `${ename}: ${joined(evalue)}\n`;
      return text === undefined
        ? joined((data as Record<string, unknown> | undefined)?.['text/plain'])
        : joined(text);
    })
    .filter((text) => text !== '')
    .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    .join('');
}

/** Notebooks store text as a string or as a list of lines. */
function joined(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}
