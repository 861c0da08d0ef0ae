import type { PastTurn } from '../../messages/chat-message.js';
import { countTokens } from '../../tokens/count-tokens.js';
import { encodingOf } from '../../tokens/encoding-name.js';
import { assembleContext } from '../assemble-context.js';
import type { StepContext } from '../context-input.js';
import type { ContextReport } from '../context-report.js';
import { summarisePrompt } from '../prompts/prompts.generated.js';
import { shortenToTokens } from '../shorten-text.js';
import { wellFormed } from '../well-formed.js';
import { renderTranscript } from './render-transcript.js';

/** What to summarise now, and the prompt for it. */
export interface SummaryPlan {
  prompt: string;
  /** How many of the oldest turns the summary will cover, including those of the previous summary. */
  coversTurns: number;
  /** The most tokens that the summary may have. */
  mostTokens: number;
  /**
   * How many turns must be covered in the end. Turns that this request does not reach are left for further requests.
   */
  target: number;
}

/** Share of the window that one summary request may take; the rest is for the answer. */
const PROMPT_SHARE = 0.6;
/** Share of the window that a summary may take. */
const SUMMARY_SHARE = 0.1;
const MOST_SUMMARY_TOKENS = 2000;
const WORDS_PER_TOKEN = 0.6;
/** Share of a request that the previous summary may take. Its sources and handles are added again afterwards. */
const EARLIER_SHARE = 0.5;

/**
 * CTX-14: once the dropped turns exceed their share of the window, all but the newest turns are to be summarised. Null
 * if there is nothing to do. Pure; the caller asks the model.
 */
export function planSummary(options: {
  input: StepContext;
  /** Report of the step just assembled; computed here if absent. */
  report?: ContextReport;
  /** Window of the model that writes the summary, if it is not the one in use. */
  summaryWindow?: number;
  /** Target of a previous plan: continue towards it, whatever is dropped by now. */
  target?: number;
}): SummaryPlan | null {
  const { input } = options;
  const window = input.model.contextWindow;
  const covered = input.summary?.coversTurns ?? 0;
  if (options.target === undefined && !isDue(input, options.report)) return null;
  const newest = newestKept(input, window * input.settings.summaryKeepShare);
  const target = options.target ?? input.pastTurns.length - newest;
  if (target <= covered) return null;

  const mostTokens = Math.max(64, Math.min(MOST_SUMMARY_TOKENS, Math.floor(window * SUMMARY_SHARE)));
  const words = Math.floor(mostTokens * WORDS_PER_TOKEN);
  const { tokenizer } = input.model;
  let prompt = summarisePrompt.replace('{{words}}', String(words));
  let room = Math.floor((options.summaryWindow ?? window) * PROMPT_SHARE) - countTokens(prompt, tokenizer);
  const add = (text: string) => {
    room -= countTokens(text, tokenizer);
    prompt += `\n\n${text}`;
  };
  if (input.summary) {
    const earlier = shortenToTokens(input.summary.text, Math.floor(room * EARLIER_SHARE), tokenizer);
    add(`Earlier summary:\n${earlier}`);
  }
  let coversTurns = covered;
  while (coversTurns < target) {
    const turn = input.pastTurns[coversTurns] as PastTurn;
    const text = wellFormed(renderTranscript(turn));
    if (countTokens(text, tokenizer) <= room) add(text);
    // Each request covers at least one turn, shortened to the room if necessary. Otherwise requests would never end.
    else if (coversTurns === covered) add(shortenToTokens(text, room, tokenizer));
    else break;
    coversTurns += 1;
  }
  return { prompt, coversTurns, mostTokens, target };
}

function isDue(input: StepContext, known: ContextReport | undefined): boolean {
  const report = known ?? assembleContext(input).report;
  let dropped = 0;
  for (const one of report.removals) if (one.action === 'dropped') dropped += one.tokensBefore;
  return dropped > input.model.contextWindow * input.settings.summaryThresholdShare;
}

/** How many of the newest turns stay verbatim: as many as fit `room`, but at least the last one. */
function newestKept(input: StepContext, room: number): number {
  let tokens = 0;
  let kept = 0;
  for (let position = input.pastTurns.length - 1; position >= 0; position -= 1) {
    const { user, assistant } = input.pastTurns[position] as PastTurn;
    const encoding = encodingOf(input.model);
    tokens += countTokens(user.text, encoding, user.tokenCounts?.[encoding]);
    tokens += countTokens(assistant?.answer ?? '', encoding, assistant?.tokenCounts?.[encoding]);
    if (tokens > room && kept > 0) break;
    kept += 1;
    if (tokens > room) break;
  }
  return kept;
}
