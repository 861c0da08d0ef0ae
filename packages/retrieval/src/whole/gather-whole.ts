import type { JsonValue, RetrievedChunk } from '@ibid/core';
import { chunkOf } from '../agentic/evidence.js';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { asksForWhole, type WholeQuestion } from './asks-for-whole.js';
import { keyPoints, mentionsOf, type KeyPoint } from './key-points.js';
import { mapNotes, type WholeNotes, type WholeReader } from './map-notes.js';
import { readParts } from './read-parts.js';
import { wholeSet } from './whole-set.js';

export interface WholeRequest {
  knowledge: ScopedKnowledge;
  question: string;
  /** Ids, titles or file names. */
  documents?: readonly string[] | undefined;
  knowledgeBase?: string | undefined;
  /** If set, every mention of this is wanted. */
  mentionsOf?: string | undefined;
  /** Null: without a language model, rules pick the key points. */
  reader: WholeReader | null;
  mostParts?: number | undefined;
  signal: AbortSignal;
  onProgress?: (words: string) => void;
}

export interface GatheredWhole {
  task: WholeQuestion['task'];
  documents: string;
  /** Parts that were read, and their total. */
  read: number;
  total: number;
  points: KeyPoint[];
  /** Points found beyond the listed ones. */
  morePoints: number;
  notes: WholeNotes | null;
}

const MOST_POINTS = 60;
/** How many parts are shown as text beside the notes. The rest is in the document, and checks read all of it. */
const MOST_SHOWN = 16;

/** KB-13: reads everything a question is about. Null if the question does not say what that is. */
export async function gatherWhole(request: WholeRequest): Promise<GatheredWhole | null> {
  const { knowledge, question, signal } = request;
  const asked: WholeQuestion = request.mentionsOf
    ? { task: 'mentions', subject: request.mentionsOf }
    : (asksForWhole(question) ?? { task: 'summary', subject: null });
  const set = await wholeSet({ ...request, asked });
  if (!set) return null;
  const { parts, total } = await readParts({
    knowledge,
    items: set.items,
    mostParts: request.mostParts,
    signal,
    onProgress: (read, all) => request.onProgress?.(`Read ${read} of ${all} parts`),
  });
  const isWhole = set.items.length === set.itemsInAll;
  const inAll = isWhole ? total : Math.max(total, set.itemsInAll);
  const head = { task: asked.task, documents: set.words, read: parts.length, total: inAll };
  if (asked.task === 'mentions') {
    const found = mentionsOf(parts, asked.subject ?? '');
    const points = found.slice(0, MOST_POINTS);
    return { ...head, points, morePoints: found.length - points.length, notes: null };
  }
  const notes = request.reader
    ? await mapNotes({
        reader: request.reader,
        question,
        parts,
        signal,
        onProgress: (read) => request.onProgress?.(`The model has read ${read} of ${parts.length} parts`),
      })
    : null;
  return { ...head, points: keyPoints(parts), morePoints: 0, notes };
}

/** In document order, each part once. */
export function wholeChunks({ points }: GatheredWhole): RetrievedChunk[] {
  const byId = new Map(points.map(({ part }) => [part.chunk.id, part]));
  return [...byId.values()].slice(0, MOST_SHOWN).map(({ item, chunk }, place) => ({
    ...chunkOf(chunk, item),
    score: 1_000 - place,
  }));
}

export function wholeFigures(whole: GatheredWhole): Record<string, JsonValue> {
  const { task, documents, read, total, points, morePoints, notes } = whole;
  return {
    read_all: documents,
    parts_read: read,
    parts_in_all: total,
    ...(task === 'mentions' ? { mentions: points.length + morePoints } : {}),
    ...(notes ? { parts_read_by_model: notes.read, notes: notes.lines } : {}),
    points: points.map(({ part, section, sentence }) => ({
      document: part.item.title,
      place: placeOf(section, part.chunk.page),
      text: sentence,
    })),
    ...(morePoints > 0 ? { more_points: morePoints } : {}),
  };
}

function placeOf(section: string, page: number | null): string {
  return [section, page === null ? '' : `page ${page}`].filter((part) => part !== '').join(', ');
}
