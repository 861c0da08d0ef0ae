import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { copyJson } from './copy-json.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';

/**
 * Copies a tool's outcome for the turn, so later changes by the tool have no effect. Only well-formed parts are kept;
 * omissions are reported (REF-4). Nothing that a tool returns can break the turn.
 */
export function copyOutcome(value: unknown): { outcome: ToolOutcome; problems: string[] } {
  try {
    return copyOf(value);
  } catch {
    return {
      outcome: { text: 'The tool returned something that cannot be read.', isError: true },
      problems: ['The result could not be read.'],
    };
  }
}

function copyOf(value: unknown): { outcome: ToolOutcome; problems: string[] } {
  if (typeof value === 'string') return { outcome: { text: value }, problems: [] };
  if (typeof value !== 'object' || value === null) {
    return {
      outcome: { text: 'The tool returned nothing.', isError: true },
      problems: ['The tool returned no result.'],
    };
  }
  const given = value as { [Key in keyof ToolOutcome]?: unknown };
  const problems: string[] = [];
  const outcome: ToolOutcome = { text: typeof given.text === 'string' ? given.text : '' };
  if (Array.isArray(given.chunks)) {
    const chunks = given.chunks.map(copyChunk).filter((chunk) => chunk !== null);
    const skipped = given.chunks.length - chunks.length;
    if (skipped > 0)
      problems.push(
        `${skipped} malformed results were skipped: each needs a text as \`itemId\` and as \`chunkId\`.`,
      );
    outcome.chunks = chunks;
  } else if (given.chunks !== undefined) {
    problems.push('The results were not a list and were skipped.');
  }
  if (Array.isArray(given.leftOut)) {
    const leftOut = given.leftOut.map(copyChunk).filter((chunk) => chunk !== null);
    if (leftOut.length > 0) outcome.leftOut = leftOut;
  }
  const figures = copyJson(given.figures);
  if (isRecord(figures)) outcome.figures = figures;
  const data = copyJson(given.data);
  if (data !== undefined) outcome.data = data;
  if (given.isError === true) outcome.isError = true;
  if (given.isDescriptorPage === true) outcome.isDescriptorPage = true;
  const question = copyQuestion(given.question);
  if (question) outcome.question = question;
  const usage = copyJson(given.usage);
  if (isRecord(usage)) {
    outcome.usage = {
      inputTokens: 0,
      outputTokens: 0,
      ...Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === 'number')),
    };
  }
  return { outcome, problems };
}

function copyChunk(value: unknown): RetrievedChunk | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as { [Key in keyof RetrievedChunk]?: unknown };
  const { itemId, chunkId, title, text, score } = given;
  if (typeof itemId !== 'string' || itemId === '' || typeof chunkId !== 'string') return null;
  const chunk: RetrievedChunk = {
    itemId,
    chunkId,
    title: typeof title === 'string' ? title : itemId,
    text: typeof text === 'string' ? text : null,
    score: typeof score === 'number' && Number.isFinite(score) ? score : null,
  };
  if (typeof given.url === 'string') chunk.url = given.url;
  if (typeof given.knowledgeBaseId === 'string') chunk.knowledgeBaseId = given.knowledgeBaseId;
  if (typeof given.page === 'number') chunk.page = given.page;
  if (typeof given.ordinal === 'number') chunk.ordinal = given.ordinal;
  if (Array.isArray(given.headingPath)) {
    chunk.headingPath = given.headingPath.filter((heading) => typeof heading === 'string');
  }
  const metadata = given.metadata === undefined ? undefined : copyJson(given.metadata);
  if (isRecord(metadata)) chunk.metadata = metadata;
  const span = given.span as { start?: unknown; end?: unknown } | null | undefined;
  if (typeof span?.start === 'number' && typeof span.end === 'number') {
    chunk.span = { start: span.start, end: span.end };
  }
  const ocr = copyReading(given.ocr);
  if (ocr) chunk.ocr = ocr;
  return chunk;
}

function copyReading(given: unknown): RetrievedChunk['ocr'] {
  const { confidence, doubtful } = (given ?? {}) as { confidence?: unknown; doubtful?: unknown };
  if (typeof confidence !== 'number' || !Array.isArray(doubtful)) return undefined;
  const isPlace = (place: unknown): place is number[] =>
    Array.isArray(place) && place.length === 2 && place.every((at) => typeof at === 'number');
  return { confidence, doubtful: doubtful.filter(isPlace).map((place) => [...place]) };
}

function copyQuestion(given: unknown): ToolOutcome['question'] | undefined {
  const copy = copyJson(given);
  if (!isRecord(copy) || typeof copy['question'] !== 'string') return undefined;
  const choices = Array.isArray(copy['choices']) ? copy['choices'] : [];
  return {
    question: copy['question'],
    multiple: copy['multiple'] === true,
    choices: choices.filter(isRecord).flatMap(({ value, label, hint }) =>
      typeof value === 'string'
        ? [
            {
              value,
              label: typeof label === 'string' ? label : value,
              ...(typeof hint === 'string' ? { hint } : {}),
            },
          ]
        : [],
    ),
  };
}

function isRecord(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
