import type { Transaction } from 'kysely';
import { pageStarts, wholeCharacterEnd } from '@ibid/core/internal';
import { newId } from '../database/new-id.js';
import { insertRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';

/** UTF-16 units of a segment; one less where that would split a pair. */
export const SEGMENT_CHARACTERS = 65_536;
/** Rows per statement. */
const BATCH = 4;
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

export interface WrittenContent {
  id: string;
  lineFeeds: number;
}

/** Stores a text in segments, with counts that let a reader find a line or byte without reading the rest. */
export async function writeContent(options: {
  transaction: Transaction<Database>;
  content: string;
  bytes: number;
  pageCharacters: number;
}): Promise<WrittenContent> {
  const { transaction, content, pageCharacters } = options;
  const id = newId();
  await insertRows(transaction, 'descriptor_contents', [
    {
      id,
      characters: content.length,
      bytes: options.bytes,
      page_characters: pageCharacters,
      page_starts: packStarts(pageStarts({ content, pageCharacters })),
    },
  ]);
  let rows: Database['descriptor_segments'][] = [];
  let lineFeeds = 0;
  let bytes = 0;
  // Reused for every statement: a buffer per segment would trigger several garbage collections per text.
  const scratch = Buffer.allocUnsafe(
    Math.min(content.length + 1, BATCH * SEGMENT_CHARACTERS) * MOST_BYTES_PER_UNIT,
  );
  let filled = 0;
  for (let start = 0; start < content.length;) {
    const end = wholeCharacterEnd(content, start, Math.min(content.length, start + SEGMENT_CHARACTERS));
    const text = content.slice(start, end);
    const utf8 = scratch.subarray(filled, filled + scratch.write(text, filled, 'utf8'));
    const encoding = isWellFormed(text) ? 'utf8' : 'utf16le';
    rows.push({
      content_id: id,
      start,
      characters: text.length,
      line_feeds_before: lineFeeds,
      bytes_before: bytes,
      encoding,
      data: encoding === 'utf8' ? utf8 : Buffer.from(text, encoding),
    });
    filled += utf8.length;
    lineFeeds += countLineFeeds(text);
    bytes += utf8.length;
    start = end;
    if (rows.length === BATCH || start === content.length) {
      await insertRows(transaction, 'descriptor_segments', rows);
      rows = [];
      filled = 0;
    }
  }
  return { id, lineFeeds };
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function packStarts(starts: readonly number[]): Uint8Array {
  const packed = Buffer.allocUnsafe(starts.length * 4);
  for (const [index, start] of starts.entries()) packed.writeUInt32LE(start, index * 4);
  return packed;
}

export function unpackStarts(packed: Uint8Array): number[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const starts: number[] = [];
  for (let at = 0; at < packed.byteLength; at += 4) starts.push(view.getUint32(at, true));
  return starts;
}

/** In the runtime since Node 20, but not in the library types of this project. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
