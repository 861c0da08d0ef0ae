import { noteByObject } from '../../messages/note-by-object.js';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { prepareText, type PreparedText } from './prepared-text.js';
import { nameOfRecord, readableRecord } from './readable-record.js';

/** Tokens take about twenty times the memory of their text; this is a few megabytes. */
const KEPT_CHARACTERS = 200_000;

const byChunk = noteByObject<PreparedText>();
/** The most recent texts by content, because every turn brings its own copies of chunks found before. */
const byContent = new Map<string, PreparedText>();
let keptCharacters = 0;

/** Texts are prepared once, however many sentences, steps and turns cite them. */
export function preparedChunk(chunk: RetrievedChunk): PreparedText {
  const known = byChunk.get(chunk);
  if (known) return known;
  const text = chunk.text ?? '';
  const context = [chunk.title, ...(chunk.headingPath ?? []), nameOfRecord(text)].join('\n');
  const key = `${context}\0${text}`;
  const prepared = byContent.get(key) ?? keep(key, prepare(text, context));
  byChunk.set(chunk, prepared);
  return prepared;
}

function prepare(text: string, context: string): PreparedText {
  const record = readableRecord(text);
  return record ? prepareText(record.text, context, record) : prepareText(text, context);
}

function keep(key: string, prepared: PreparedText): PreparedText {
  if (key.length > KEPT_CHARACTERS / 4) return prepared;
  if (keptCharacters + key.length > KEPT_CHARACTERS) {
    byContent.clear();
    keptCharacters = 0;
  }
  byContent.set(key, prepared);
  keptCharacters += key.length;
  return prepared;
}
