import type { AssembledContext, StepContext } from '../context/context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextReport } from '../context/context-report.js';
import { isEncodingName } from '../tokens/encoding-name.js';
import type { ContextTooLongError } from './provider-errors/index.js';
import type { TokenUsage } from '../messages/tool-outcome.js';

/** What a step's context is fitted into. What one step learns applies to the next. */
export type Fitting = Pick<StepContext, 'model' | 'settings' | 'budgetScale'>;

/** MOD-4: the window as learned from the provider, from a limit in its error or from its token count. */
export interface LearnedWindow {
  tokens: number;
  from: 'error' | 'usage';
}

export interface DoubtedCount {
  counted: number;
  sent: number;
}

/** MOD-4: observes what a provider counts and rejects. `ratio`: its tokens relative to ours, if measured before. */
export interface WindowWatch {
  readonly ratio: number | null;
  /** `sent`: tokens of the measured prompt. */
  onMeasured: (ratio: number, sent: number) => void;
  onLearned: (learned: LearnedWindow) => void;
  /** The provider counted this many tokens and cut none, so its window is at least that large. */
  onTaken?: (tokens: number) => void;
  /** The most that `onTaken` was told. */
  readonly mostTaken?: number;
  /** An earlier count below what was sent, from which nothing was learned. */
  readonly doubted?: DoubtedCount | null;
  onDoubted?: (count: DoubtedCount) => void;
  /** What the model is without anything learned from counts: it applies if nothing fits into the learned window. */
  readonly unlearned?: ModelProfile;
  /** Nothing fitted into the learned window, so it cannot be right. */
  onDisproved?: () => void;
  /** False: the model rejected tools and was asked without them, although the context counts their definitions. */
  sendsTools?: () => boolean;
}

/** Share of the sent tokens to try next if a provider says "too long" without naming a limit. */
const SMALLER = 0.75;
/** Divisor for the answer's share of a window that turned out smaller than expected. */
const OUTPUT_SHARE = 4;
/** Stay a little below the limit: what a chat template adds around messages is not counted. */
const CLOSE = 0.97;

/**
 * MOD-4: a smaller fitting after a provider rejected the context as too long. Uses the limit it named and its own token
 * count if given; otherwise less than was sent, whatever the budget was.
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

/** The fitting with a smaller window; the answer keeps only a share of it. */
export function narrowed(now: Fitting, { tokens, from }: LearnedWindow): Fitting {
  const most = Math.max(1, Math.floor(tokens / OUTPUT_SHARE));
  const reservedOutputTokens = Math.min(now.settings.reservedOutputTokens, most);
  return {
    ...now,
    model: { ...now.model, contextWindow: tokens, windowFrom: from },
    settings: { ...now.settings, reservedOutputTokens },
  };
}

/** Another tokenizer may count the same text at only this share. */
const OTHER_TOKENIZER = 0.7;
const OWN_TOKENIZER = 0.9;
/** Allowance for the difference between prose and code if the same tokenizer was measured before. */
const MEASURED = 0.88;
/** A provider may write tool definitions in its own format, which can take half the tokens of their JSON. */
const DEFINITIONS_IN_SHORT = 0.5;
const SMALLEST_CUT = 200;
const SMALLEST_WINDOW = 1_024;

/** MOD-4: what a provider silently cut, judged by its own token count. Null: nothing, or it did not count. */
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
  const { ratio } = watch;
  const share =
    ratio !== null && (!isOwn || ratio < OWN_TOKENIZER)
      ? ratio * MEASURED
      : isOwn
        ? OWN_TOKENIZER
        : OTHER_TOKENIZER;
  const least = (sent - definitions) * share + definitions * Math.min(1, share) * DEFINITIONS_IN_SHORT;
  if (counted >= least || sent - counted < SMALLEST_CUT) {
    // Only the provider's count includes images, so measuring here would make the next prompt without images seem cut.
    if (sent >= SMALLEST_CUT && !hasImages) watch.onMeasured(counted / sent, sent);
    watch.onTaken?.(counted);
    return null;
  }
  const meaning = meaningOf({ counted, sent }, model, watch);
  if (meaning === 'counts-less') {
    watch.onMeasured(counted / sent, sent);
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
  // An explicitly set window is kept; the user is only warned.
  const isSet = model.windowFrom === 'set';
  const report = { ...assembled.report, removals: [...assembled.report.removals, removal] };
  if (!isSet && (meaning === 'doubtful' || tokens < (watch.mostTaken ?? 0)))
    return {
      report,
      learned: null,
      warning: `The provider counted ${number(counted)} tokens, but about ${number(sent)} were sent. Either it left out the rest, and this answer may be incomplete, or it counts in another way, for example without the parts that it keeps in a cache. Its window stays at ${number(model.contextWindow)} tokens.`,
    };
  return {
    report,
    learned: isSet ? null : { tokens, from: 'usage' },
    warning: `The provider counted ${number(counted)} tokens, but about ${number(sent)} were sent. It left out the rest without saying so, so this answer may be incomplete. ${
      isSet
        ? `The window of "${model.modelId}" is set to ${number(model.contextWindow)} tokens: set a smaller one.`
        : `From now on at most ${number(tokens)} tokens go to "${model.modelId}".`
    }`,
  };
}

/** Prompts must differ by this factor before their counts tell a limit from another way of counting. */
const UNLIKE = 1.25;
const SAME_RATIO = 0.15;
const SAME_LIMIT = 0.35;

/**
 * What a count below what was sent means. A provider that reported its window, and never counted a whole prompt, may
 * only count otherwise: then a second count decides. A limit stays where it is, another way of counting grows with the
 * prompt.
 */
function meaningOf(
  now: DoubtedCount,
  { windowFrom }: ModelProfile,
  { ratio, doubted = null, onDoubted }: WindowWatch,
): 'cut' | 'counts-less' | 'doubtful' {
  if (windowFrom !== 'provider' || ratio !== null) return 'cut';
  if (doubted === null || Math.max(now.sent, doubted.sent) < UNLIKE * Math.min(now.sent, doubted.sent)) {
    if (doubted === null) onDoubted?.(now);
    return 'doubtful';
  }
  const grows = now.counted / now.sent / (doubted.counted / doubted.sent);
  if (Math.abs(grows - 1) <= SAME_RATIO) return 'counts-less';
  return Math.abs(now.counted / doubted.counted - 1) <= SAME_LIMIT ? 'cut' : 'doubtful';
}

/**
 * Windows are usually powers of two: the one that holds what was counted but not what was sent. Never less than what
 * was counted.
 */
function likelyWindow(counted: number, sent: number): number {
  const power = 2 ** Math.ceil(Math.log2(Math.max(counted, SMALLEST_WINDOW)));
  return power < sent ? power : Math.max(SMALLEST_WINDOW, counted, Math.floor(sent * SMALLER));
}

/** Without images, because only the provider knows their cost. A model without vision gets markers, which are text. */
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

/** MOD-4: the warning on every answer while a window learned from the provider is in use; null if none is. */
export function smallWindowWarning({ modelId, contextWindow, windowFrom }: ModelProfile): string | null {
  if (windowFrom !== 'error' && windowFrom !== 'usage') return null;
  const because =
    windowFrom === 'error'
      ? 'an error message of its provider says that no more fits'
      : 'its provider counted fewer tokens than were sent';
  return `At most ${contextWindow.toLocaleString('en')} tokens go to "${modelId}": ${because}. Ibid tries more after a day. If you know its context window, set it in the settings.`;
}
