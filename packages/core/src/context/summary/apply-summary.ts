import { readReferences } from '../../descriptors/reference-tags/read-references.js';
import type { PastTurn } from '../../messages/chat-message.js';
import { countTokens } from '../../tokens/count-tokens.js';
import type { StepContext, HistorySummary } from '../context-input.js';
import { handleRanges } from '../handle-ranges.js';
import { handlesOfTurn } from '../handles-of-turn.js';
import { wellFormed } from '../well-formed.js';
import type { SummaryPlan } from './plan-summary.js';
import { CitationStream } from '../../citations/citation-stream.js';

/** How many sources are listed by title; the others keep their numbers and can be searched again. */
const MOST_SOURCES = 60;
/** A text this many times over the requested length is not a summary. */
const TOLERANCE = 2;

/**
 * CTX-14: the model's summary, with the sources cited in the summarised turns by number and all handles added, whether
 * or not the model kept them. Null if the model wrote nothing usable; then CTX-11 applies alone.
 */
export function applySummary(options: {
  input: StepContext;
  plan: SummaryPlan;
  text: string;
}): HistorySummary | null {
  const { input, plan } = options;
  const written = wellFormed(options.text).trim();
  if (written === '' || countTokens(written, input.model.tokenizer) > plan.mostTokens * TOLERANCE)
    return null;
  const turns = input.pastTurns.slice(0, plan.coversTurns);
  const sources = citedSources(input, turns);
  const text = [
    written,
    ...(sources.length > 0 ? [`Sources cited so far: ${sources.join('; ')}.`] : []),
    ...(input.descriptorsEnabled ? handleLine(turns) : []),
  ].join('\n');
  return { text, coversTurns: plan.coversTurns };
}

function citedSources(input: StepContext, turns: readonly PastTurn[]): string[] {
  const cited = new Set<number>();
  for (const { assistant } of turns)
    for (const number of citedNumbers(assistant?.answer ?? '')) cited.add(number);
  const known = input.ledger.sources.filter((source) => cited.has(source.number));
  const listed = known.slice(-MOST_SOURCES).map((source) => `[${source.number}] ${wellFormed(source.title)}`);
  return known.length > MOST_SOURCES ? [...listed, `and ${known.length - MOST_SOURCES} older ones`] : listed;
}

function handleLine(turns: readonly PastTurn[]): string[] {
  const references = turns.flatMap(({ assistant }) =>
    readReferences(assistant?.answer ?? '').map((reference) => `ref:${reference.name}`),
  );
  const handles = [...turns.flatMap(handlesOfTurn), ...references];
  return handles.length === 0 ? [] : [`The original text can be read by handle: ${handleRanges(handles)}.`];
}

/** The source numbers cited in a past answer, parsed like any answer (CIT-1), so the summary can keep them. */
function citedNumbers(answer: string): Set<number> {
  const stream = new CitationStream();
  const numbers = new Set<number>();
  for (const event of [...stream.push(answer), ...stream.end()]) {
    if (event.type === 'marker') for (const number of event.numbers) numbers.add(number);
  }
  return numbers;
}
