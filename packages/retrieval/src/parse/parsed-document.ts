import type { JsonValue } from '@ibid/core';

/** Kinds of blocks. Chunks are cut along blocks. */
export type BlockKind = 'heading' | 'paragraph' | 'code' | 'table' | 'list' | 'page-break';

/** A structural part of a document: characters `start` to `end` of its text. */
export interface DocumentBlock {
  kind: BlockKind;
  start: number;
  end: number;
  /** For a heading, from 1. */
  level?: number;
  /** From 1, if the document has pages or slides. */
  page?: number;
  /** A heading's text without markup, or the name that a piece of code declares. */
  label?: string;
  /** The headings before it do not apply to it and what follows, such as the footer of a web page. */
  startsPart?: boolean;
}

/** The range of a printed page in the text. */
export interface DocumentPage {
  number: number;
  start: number;
  end: number;
}

/** KB-9: the words read by OCR, in order: their positions and confidence. */
export interface DocumentReadings {
  start: number[];
  end: number[];
  /** 0 to 100. */
  confidence: number[];
}

/**
 * The result of every parser. `text` is stored and shown, and all positions are UTF-16 offsets into it. Blocks are in
 * order and do not overlap; between them is only white space.
 */
export interface ParsedDocument {
  title: string;
  text: string;
  mediaType: string;
  /** ISO 639-1; absent if unknown. */
  language?: string;
  blocks: DocumentBlock[];
  pages?: DocumentPage[];
  metadata: Record<string, JsonValue>;
  /** Which of title, headings, metadata and headers were too long and cut. The text is complete. */
  shortened?: string[];
  readings?: DocumentReadings;
  /** KB-12: how many table rows there are, and how many are in the text, if they did not all fit. */
  tableRows?: { rows: number; searchable: number };
  /** KB-9: image-only pages that could not be read. */
  unreadPages?: number[];
}
