import type { JsonValue } from '@ibid/core';
import { cleanText } from './clean-text.js';
import { ParseError } from './parse-error.js';
import type { WrittenWord } from '../ocr/write-ocr-page.js';
import type { DocumentBlock, DocumentPage, DocumentReadings, ParsedDocument } from './parsed-document.js';
import { renderTable } from './render-table.js';

/**
 * Builds the stored text of formats that are not plain text, and records the position of each block. The text is
 * Markdown, so people and models recognise headings and tables.
 */
export class DocumentBuilder {
  readonly #parts: string[] = [];
  readonly #blocks: DocumentBlock[] = [];
  readonly #pages: DocumentPage[] = [];
  readonly #readings: DocumentReadings = { start: [], end: [], confidence: [] };
  readonly #maxCharacters: number;
  #length = 0;
  #tables = 0;
  #startsPart = false;

  constructor(options: { maxCharacters: number }) {
    this.#maxCharacters = options.maxCharacters;
  }

  get length(): number {
    return this.#length;
  }

  /** Characters that still fit into the text. */
  get room(): number {
    return Math.max(0, this.#maxCharacters - this.#length);
  }

  /** Number of tables so far. */
  get tables(): number {
    return this.#tables;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  startPage(): void {
    this.#endPage();
    this.#pages.push({ number: this.#pages.length + 1, start: this.#length, end: this.#length });
  }

  /** What follows stands below none of the headings so far. */
  startPart(): void {
    this.#startsPart = this.#length > 0;
  }

  heading(level: number, text: string): void {
    const label = oneLine(text);
    if (label === '') return;
    const depth = Math.min(Math.max(Math.round(level), 1), 6);
    this.#add(`${'#'.repeat(depth)} ${label}`, { kind: 'heading', level: depth, label });
  }

  paragraph(text: string): void {
    this.#add(cleanText(text).trim(), { kind: 'paragraph' });
  }

  /** KB-9: a paragraph that OCR read on this page. */
  recognised(words: readonly WrittenWord[]): void {
    const text = words
      .map((word, place) => word.text + (place < words.length - 1 ? word.after : ''))
      .join('');
    if (text === '') return;
    this.#add(text, { kind: 'paragraph' });
    let at = this.#length - text.length;
    for (const word of words) {
      this.#readings.start.push(at);
      this.#readings.end.push(at + word.text.length);
      this.#readings.confidence.push(Math.round(word.confidence));
      at += word.text.length + word.after.length;
    }
  }

  /** One line per item, markers and indentation included. */
  list(lines: readonly string[]): void {
    this.#add(lines.map((line) => cleanText(line).trimEnd()).join('\n'), { kind: 'list' });
  }

  code(text: string, options: { label?: string } = {}): void {
    const code = cleanText(text).replace(/^\n+/, '').trimEnd();
    if (code === '') return;
    const fence = code.includes('```') ? '~~~~' : '```';
    this.#add(`${fence}\n${code}\n${fence}`, { kind: 'code', ...options });
  }

  /** The first row is the header. */
  table(rows: readonly (readonly string[])[]): void {
    this.#table(renderTable(rows));
  }

  /** A table of finished lines, starting with its header and the rule below. */
  tableLines(lines: readonly string[]): void {
    this.#table(lines.join('\n'));
  }

  /** Adds another document below a heading of this level, without its page numbers. */
  embed(document: ParsedDocument, below: number): void {
    if (document.text.trim() === '') return;
    if (this.#length > 0) this.#write('\n\n');
    const offset = this.#length;
    this.#write(document.text.trimEnd());
    for (const { page: _, ...block } of document.blocks) {
      this.#blocks.push({
        ...block,
        ...(block.level === undefined ? {} : { level: Math.min(block.level + below, 6) }),
        start: block.start + offset,
        end: Math.min(block.end + offset, this.#length),
      });
    }
  }

  finish(options: {
    title: string;
    mediaType: string;
    metadata?: Record<string, JsonValue>;
  }): ParsedDocument {
    this.#endPage();
    return {
      title: oneLine(options.title),
      text: this.#parts.join(''),
      mediaType: options.mediaType,
      blocks: this.#blocks,
      ...(this.#pages.length > 0 ? { pages: this.#pages } : {}),
      ...(this.#readings.start.length > 0 ? { readings: this.#readings } : {}),
      metadata: options.metadata ?? {},
    };
  }

  #table(text: string): void {
    if (text === '') return;
    this.#add(text, { kind: 'table' });
    this.#tables += 1;
  }

  #add(text: string, block: Omit<DocumentBlock, 'start' | 'end'>): void {
    if (text.trim() === '') return;
    const page = this.#pages.at(-1)?.number;
    if (this.#length > 0) this.#write('\n\n');
    const start = this.#length;
    this.#write(text);
    this.#blocks.push({
      ...block,
      start,
      end: this.#length,
      ...(page === undefined ? {} : { page }),
      ...(this.#startsPart ? { startsPart: true } : {}),
    });
    this.#startsPart = false;
  }

  #write(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#maxCharacters) {
      throw new ParseError(
        'too_large',
        `Contains more than ${this.#maxCharacters.toLocaleString('en')} characters of text. Split the file, or raise the limit.`,
      );
    }
    this.#parts.push(text);
  }

  #endPage(): void {
    const page = this.#pages.at(-1);
    if (page) page.end = this.#length;
  }
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
