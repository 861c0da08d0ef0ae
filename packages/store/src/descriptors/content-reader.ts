import type { Kysely } from 'kysely';
import { cutsPair, pageEnd } from '@ibid/core/internal';
import type { Database } from '../database/schema.js';
import { SEGMENT_CHARACTERS, unpackStarts } from './content-writer.js';

/** A range of stored content that backs one descriptor. */
export interface ContentSlice {
  contentId: string;
  start: number;
  characters: number;
  /** Line feeds in the content before `start`. */
  lineFeedsBefore: number;
}

type Segment = Database['descriptor_segments'];

/** Characters to read at once when scanning a whole slice. */
const WINDOW = 16 * SEGMENT_CHARACTERS;

/** Reads only the segments of stored content that a range touches. Offsets are relative to the slice. */
export class ContentReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async read(slice: ContentSlice, range: { start: number; end: number }): Promise<string> {
    const start = slice.start + Math.max(0, range.start);
    const end = slice.start + Math.min(slice.characters, range.end);
    if (start >= end) return '';
    const segments = await this.#db
      .selectFrom('descriptor_segments')
      .select(['start', 'encoding', 'data'])
      .where('content_id', '=', slice.contentId)
      .where('start', '<', end)
      .where('start', '>', start - SEGMENT_CHARACTERS)
      .orderBy('start')
      .execute();
    return segments
      .map((segment) =>
        textOf(segment).slice(Math.max(0, start - segment.start), Math.max(0, end - segment.start)),
      )
      .join('');
  }

  /** Start offsets of lines from number `from` (1 is the slice's first), at most `count`. */
  async lineOffsets(slice: ContentSlice, from: number, count: number): Promise<number[]> {
    const offsets: number[] = [];
    if (slice.characters === 0 || count <= 0) return offsets;
    if (from <= 1) offsets.push(0);
    // The line feed, counted over the whole content, after which the next wanted line begins.
    let wanted = slice.lineFeedsBefore + Math.max(1, from - 1);
    for (let after = -1; offsets.length < count;) {
      const segment = await this.#segmentWithLineFeed(slice.contentId, wanted, after);
      if (!segment) break;
      after = segment.start;
      const text = textOf(segment);
      let feeds = segment.line_feeds_before;
      for (
        let at = text.indexOf('\n');
        at !== -1 && offsets.length < count;
        at = text.indexOf('\n', at + 1)
      ) {
        feeds += 1;
        if (feeds < wanted) continue;
        const offset = segment.start + at + 1 - slice.start;
        if (offset >= slice.characters) return offsets;
        offsets.push(offset);
        wanted += 1;
      }
    }
    return offsets;
  }

  async pageStarts(slice: ContentSlice, pageCharacters: number): Promise<number[]> {
    const stored = await this.#db
      .selectFrom('descriptor_contents')
      .select(['characters', 'page_starts'])
      .where('id', '=', slice.contentId)
      .where('page_characters', '=', pageCharacters)
      .executeTakeFirst();
    if (stored && slice.start === 0 && slice.characters === stored.characters)
      return unpackStarts(stored.page_starts);
    return this.#walkPages(slice, pageCharacters);
  }

  /**
   * Line feeds and UTF-8 bytes in the content before an offset of the slice. An offset inside a surrogate pair is
   * moved by `outOfPair`.
   */
  async positionAt(
    slice: ContentSlice,
    offset: number,
    outOfPair: 1 | -1,
  ): Promise<{ offset: number; lineFeeds: number; bytes: number }> {
    const position = slice.start + offset;
    const segment = await this.#db
      .selectFrom('descriptor_segments')
      .selectAll()
      .where('content_id', '=', slice.contentId)
      .where('start', '<=', position)
      .orderBy('start', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!segment) return { offset, lineFeeds: 0, bytes: 0 };
    const text = textOf(segment);
    // Segments never split a pair, so both halves are here.
    const moved = cutsPair(text, position - segment.start) ? outOfPair : 0;
    const before = text.slice(0, position - segment.start + moved);
    return {
      offset: offset + moved,
      lineFeeds: segment.line_feeds_before + before.split('\n').length - 1,
      bytes: segment.bytes_before + Buffer.byteLength(before),
    };
  }

  /** The segment that contains this line feed, or the next one if that was already read. */
  async #segmentWithLineFeed(
    contentId: string,
    lineFeed: number,
    after: number,
  ): Promise<Segment | undefined> {
    const query = this.#db.selectFrom('descriptor_segments').selectAll().where('content_id', '=', contentId);
    return after < 0
      ? query
          .where('line_feeds_before', '<', lineFeed)
          .orderBy('line_feeds_before', 'desc')
          .orderBy('start', 'desc')
          .limit(1)
          .executeTakeFirst()
      : query.where('start', '>', after).orderBy('start').limit(1).executeTakeFirst();
  }

  async #walkPages(slice: ContentSlice, pageCharacters: number): Promise<number[]> {
    const size = Math.max(1, Math.floor(pageCharacters));
    const starts: number[] = [];
    let rest = '';
    let offset = 0;
    for (let read = 0; read < slice.characters;) {
      const end = Math.min(slice.characters, read + WINDOW);
      rest += await this.read(slice, { start: read, end });
      read = end;
      let from = 0;
      // One character more than a page: it shows whether the page ends inside a pair.
      while (from < rest.length && (rest.length - from > size || read === slice.characters)) {
        starts.push(offset + from);
        from = pageEnd({ content: rest, start: from, size });
      }
      offset += from;
      rest = rest.slice(from);
    }
    return starts;
  }
}

function textOf(segment: Pick<Segment, 'data' | 'encoding'>): string {
  const { buffer, byteOffset, byteLength } = segment.data;
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString(segment.encoding);
}
