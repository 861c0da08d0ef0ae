import type { AssembledContext, StepContext } from '../context/context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextReport } from '../context/context-report.js';
import { isEncodingName } from '../tokens/encoding-name.js';
import type { ContextTooLongError } from './provider-errors/index.js';
import type { TokenUsage } from '../messages/tool-outcome.js';

/** What the context of a step is fitted into; what one step learns of it holds for the next. */
export type Fitting = Pick<StepContext, 'model' | 'settings' | 'budgetScale'>;

/** MOD-4: the window as a provider showed it to be, by the limit it named or by the tokens it counted. */
export interface LearnedWindow {
  tokens: number;
  from: 'error' | 'usage';
}

/**
 * MOD-4: watches over what a provider counts and refuses. `ratio`: its tokens to ours, as far as it was measured before.
 */
export interface WindowWatch {
  readonly ratio: number | null;
  /** Of a prompt of so many tokens. */
  onMeasured: (ratio: number, sent: number) => void;
  onLearned: (learned: LearnedWindow) => void;
  /** The provider counted so many tokens and cut none: it takes at least that. */
  onTaken?: (tokens: number) => void;
  /** False: the model refused tools and was asked without them, though the context counts their definitions. */
  sendsTools?: () => boolean;
}

/** Share of what was sent that is tried where a provider says "too long" and not how long. */
const SMALLER = 0.75;
/** The answer's part of a window that is smaller than it was thought to be. */
const OUTPUT_SHARE = 4;
/** A little below the limit: what a template adds around a message is nobody's count. */
const CLOSE = 0.97;

/**
 * MOD-4: a smaller fitting after a provider found the context too long: into the limit it named, by its own count of
 * tokens; else into less than was sent, whatever the budget was.
 */
export function fitAgain(
  now: Fitting,
  assembled: Pick<AssembledContext, 'report' | 'toolChoice'>,
  error: ContextTooLongError,
): { fitting: Fitting; learned: LearnedWindow | null } {
  const { limitTokens, sentTokens } = error;
  const { sent } = tokensSent(assembled, now.model);
  if (limitTokens === null || limitTokens >= now.model.contextWindow) {
    const { available, safetyMargin } = assembled.report.budget;
    const room = available + safetyMargin;
    const scale = (assembled.report.totalTokens * SMALLER) / Math.max(1, room);
    return { fitting: { ...now, budgetScale: Math.min(now.budgetScale * SMALLER, scale) }, learned: null };
  }
  const overcount = sentTokens !== null && sentTokens > sent ? (sent / sentTokens) * CLOSE : 1;
  return {
    fitting: {
      ...narrowed(now, { tokens: limitTokens, from: 'error' }),
      budgetScale: Math.min(now.budgetScale, overcount),
    },
    learned: { tokens: limitTokens, from: 'error' },
  };
}

/** The same with a window that turned out smaller; the answer keeps a part of it only. */
export function narrowed(now: Fitting, { tokens, from }: LearnedWindow): Fitting {
  const most = Math.max(1, Math.floor(tokens / OUTPUT_SHARE));
  const reservedOutputTokens = Math.min(now.settings.reservedOutputTokens, most);
  return {
    ...now,
    model: { ...now.model, contextWindow: tokens, windowFrom: from },
    settings: { ...now.settings, reservedOutputTokens },
  };
}

/** Counted by another tokenizer, the same text may come to so much less. */
const OTHER_TOKENIZER = 0.7;
const OWN_TOKENIZER = 0.9;
/** Prose and code differ by so much where the same tokenizer was measured before. */
const MEASURED = 0.88;
/** Definitions of tools: a provider may write them in a form of its own that takes half of what their JSON does. */
const DEFINITIONS_IN_SHORT = 0.5;
const SMALLEST_CUT = 200;
const SMALLEST_WINDOW = 1_024;

/** MOD-4: what a provider left out without a word, told by its own count; null: nothing, or it did not count. */
export function cutByProvider(options: {
  model: ModelProfile;
  assembled: Pick<AssembledContext, 'report' | 'toolChoice'>;
  usage: TokenUsage | null;
  watch: WindowWatch;
}): { report: ContextReport; learned: LearnedWindow | null; warning: string } | null {
  const { assembled, model, watch } = options;
  const counted = options.usage?.inputTokens ?? 0;
  const { sent, definitions, hasImages } = tokensSent(
    watch.sendsTools?.() === false ? { ...assembled, toolChoice: 'omit' } : assembled,
    model,
  );
  if (counted <= 0 || sent <= 0) return null;
  const isOwn = model.tokenizer !== null && isEncodingName(model.tokenizer);
  const share = isOwn ? OWN_TOKENIZER : watch.ratio === null ? OTHER_TOKENIZER : watch.ratio * MEASURED;
  const least = (sent - definitions) * share + definitions * Math.min(1, share) * DEFINITIONS_IN_SHORT;
  if (counted >= least || sent - counted < SMALLEST_CUT) {
    // Images are in the provider's count alone: the next prompt without them would seem to be cut.
    if (sent >= SMALLEST_CUT && !hasImages) watch.onMeasured(counted / sent, sent);
    watch.onTaken?.(counted);
    return null;
  }
  const tokens = likelyWindow(counted, sent);
  const number = (value: number) => value.toLocaleString('en');
  const removal = {
    kind: 'prompt',
    action: 'dropped',
    origin: model.modelId,
    reason: 'cut by the provider, which did not say what it left out',
    tokensBefore: sent,
    tokensAfter: counted,
    descriptor: null,
  } as const;
  // Who set it knows better, and is told.
  const isSet = model.windowFrom === 'set';
  return {
    report: { ...assembled.report, removals: [...assembled.report.removals, removal] },
    learned: isSet ? null : { tokens, from: 'usage' },
    warning: `The provider counted ${number(counted)} tokens where about ${number(sent)} were sent: it left out the rest without saying so, and this answer may miss something. ${
      isSet
        ? `The window of "${model.modelId}" is set to ${number(model.contextWindow)} tokens: set a smaller one.`
        : `From now on at most ${number(tokens)} tokens go to "${model.modelId}".`
    }`,
  };
}

/** Windows are powers of two as a rule; whichever holds what was counted, but not what was sent. Never less than it took. */
function likelyWindow(counted: number, sent: number): number {
  const power = 2 ** Math.ceil(Math.log2(Math.max(counted, SMALLEST_WINDOW)));
  return power < sent ? power : Math.max(SMALLEST_WINDOW, counted, Math.floor(sent * SMALLER));
}

/** Without images: what one counts is known to its provider alone. A model without vision gets markers, which are text. */
function tokensSent(
  { report, toolChoice }: Pick<AssembledContext, 'report' | 'toolChoice'>,
  { vision }: Pick<ModelProfile, 'vision'>,
): { sent: number; definitions: number; hasImages: boolean } {
  const images = vision
    ? report.parts.reduce((sum, part) => sum + (part.kind === 'images' ? part.tokens : 0), 0)
    : 0;
  const definitions = toolChoice === 'omit' ? 0 : report.budget.toolDefinitions;
  return { sent: report.totalTokens - images + definitions, definitions, hasImages: images > 0 };
}

/** MOD-4: said on every answer while a window that the provider showed in passing is in force; null: it is not. */
export function smallWindowWarning({ modelId, contextWindow, windowFrom }: ModelProfile): string | null {
  if (windowFrom !== 'error' && windowFrom !== 'usage') return null;
  const because =
    windowFrom === 'error'
      ? 'an error message of its provider says that no more fits'
      : 'its provider counted fewer tokens than were sent';
  return `At most ${contextWindow.toLocaleString('en')} tokens go to "${modelId}": ${because}. More is tried after a day. If you know its context window, set it in the settings.`;
}
