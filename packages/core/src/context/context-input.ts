import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { AttachedFile, PastTurn, TurnStep, UserMessage } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextReport } from './context-report.js';

/**
 * How the window is divided, and what is done with what does not fit.
 *
 * ```ts
 * import type { ContextSettings } from '@ibid/core';
 *
 * const settings: Partial<ContextSettings> = { reservedOutputTokens: 2_000, projectShare: 0.4 };
 * ```
 */
export interface ContextSettings {
  /** Tokens kept free for the answer; a quarter of the window at most. */
  reservedOutputTokens: number;
  /** Share of the window kept free when the tokenizer is not the model's own. */
  safetyMarginShare: number;
  /** Share of the window after the fixed parts up to which project files are included. */
  projectShare: number;
  /**
   * Share of the window that past turns are dropped by at a time. Absent or 0: only as far as needed, which
   * in a long conversation gives every step a new prefix; 0.1 keeps it for several steps at the cost of older turns.
   */
  historyBlockShare?: number;
  /** Citation rules only once a search tool has run in the turn. */
  citationRulesAfterSearchOnly: boolean;
  /** A sentence on what a past result held stands beside its placeholder. */
  pastResultSummaries: boolean;

  summaryThresholdShare: number;
  summaryKeepShare: number;
}

/** A tool as the context sees it: definition for the provider, guidance for the system prompt. */
export interface OfferedTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonValue;
  guidance?: string;
  isSearch: boolean;
  /** What of it a small window is told: nothing, so that it is not offered there, or only these arguments. Absent: all. */
  inSmallWindows?: false | readonly string[];
}

/** What stands for the turns it covers. */
export interface HistorySummary {
  text: string;
  /** Number of the oldest turns of this branch that it replaces. */
  coversTurns: number;
}

/** Everything one step's context depends on. No clock, no I/O: the same input gives the same output. */
export interface StepContext {
  model: ModelProfile;
  settings: ContextSettings;
  /** The administrator's prompt or the packaged default; null: none. */
  systemPrompt: string | null;
  agent: { id: string; prompt: string; replaceSystemPrompt: boolean; reminder: string | null } | null;
  project: { id: string; name: string; instructions: string | null; files: AttachedFile[] } | null;
  /** Of this branch, oldest first. */
  pastTurns: readonly PastTurn[];
  summary: HistorySummary | null;
  current: { user: UserMessage; steps: readonly TurnStep[] };
  /** Offered in this step. */
  tools: readonly OfferedTool[];
  /** The last step can call no tool and says so in the reminder. */
  isLastStep: boolean;
  /** Whether the descriptor feature is on: the system prompt explains it only then. */
  descriptorsEnabled: boolean;
  /** From the user's settings. */
  userReminder: string | null;
  ledger: SourceLedgerSnapshot;
  /** IANA zone of the user, for the date in the system prompt. */
  timeZone: string;
  /** Factor below 1 after a provider said the context was too long: one re-fit with a smaller budget. */
  budgetScale: number;
  /** Thresholds of descriptors; the packaged ones for what is absent. */
  descriptorSettings?: Partial<DescriptorSettings> | undefined;
  /** The step before, of this turn or of the last one: what a prompt cache may still hold. */
  previous?: Pick<AssembledContext, 'report'> | null;
}

/**
 * What `assembleContext` is given: the model and the message; what is left out has its usual value.
 *
 * ```ts
 * import type { ContextInput } from '@ibid/core';
 *
 * const withReminder = (input: ContextInput): ContextInput => ({ ...input, userReminder: 'Answer in German.' });
 * ```
 */
export type ContextInput = Pick<StepContext, 'model'> & {
  current: { user: UserMessage; steps?: readonly TurnStep[] };
  /** What differs from the packaged settings. */
  settings?: Partial<ContextSettings>;
} & Partial<Omit<StepContext, 'model' | 'current' | 'settings'>>;

/** What a step is sent with, and the account of how it came about. */
export interface AssembledContext {
  /** The model library's prompt, as bare as possible. */
  prompt: LanguageModelV4Prompt;
  report: ContextReport;
  /** The ledger after this step's new sources got their numbers. */
  ledger: SourceLedgerSnapshot;
  /** What the model sees of each source in this step, by number: what citations are verified against. */
  shownChunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  /** Whether the definitions are sent, and whether a call is allowed. */
  toolChoice: 'auto' | 'none' | 'omit';
  /** The tools as they are to be sent: in a small window their definitions are shortened. */
  tools: readonly OfferedTool[];
  /** Tokens that fitting could give to the results of one more step, whatever the history. */
  toolRoom: number;
}
