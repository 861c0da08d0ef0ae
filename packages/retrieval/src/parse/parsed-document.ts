import type { JsonValue } from '@ibid/core';

/** What a stretch of a document is; chunks are cut along these. */
export type BlockKind = 'heading' | 'paragraph' | 'code' | 'table' | 'list' | 'page-break';

/** A structural part of a document: characters `start` to `end` of its text. */
export interface DocumentBlock {
  kind: BlockKind;
  start: number;
  end: number;
  /** Of a heading, from 1. */
  level?: number;
  /** From 1, where the document has pages or slides. */
  page?: number;
  /** What a heading says without its markup, or the name that a piece of code declares. */
  label?: string;
}

/** Where a printed page begins and ends in the text. */
export interface DocumentPage {
  number: number;
  start: number;
  end: number;
}

/** KB-9: the words of the text that were read from pictures, in order: where each stands, and how sure the reader is. */
export interface DocumentReadings {
  start: number[];
  end: number[];
  /** 0 to 100. */
  confidence: number[];
}

/**
 * What every parser gives. `text` is what is stored and shown, and all positions are UTF-16 offsets into it. Blocks
 * are in order and don't overlap; what lies between them is white space.
 */
export interface ParsedDocument {
  title: string;
  text: string;
  mediaType: string;
  /** ISO 639-1; absent when it could not be determined. */
  language?: string;
  blocks: DocumentBlock[];
  pages?: DocumentPage[];
  metadata: Record<string, JsonValue>;
  /** Which of title, headings, metadata and headers were too long and cut; the text is whole. */
  shortened?: string[];
  readings?: DocumentReadings;
  /** KB-12: rows of its tables, in all and in the text, where they did not all fit into it. */
  tableRows?: { rows: number; searchable: number };
  /** KB-9: pages that are pictures of which nothing could be read. */
  unreadPages?: number[];
}
