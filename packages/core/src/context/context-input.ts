import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { AttachedFile, PastTurn, TurnStep, UserMessage } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextReport } from './context-report.js';

/**
 * How the window is divided, and what happens to text that does not fit.
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
  /** Share of the window, after the fixed parts, up to which project files are included. */
  projectShare: number;
  /**
   * Share of the window by which past turns are dropped at a time. If absent or 0, turns are dropped only as far as
   * needed, which gives every step of a long conversation a new prefix. 0.1 keeps the prefix for several steps at the
   * cost of older turns.
   */
  historyBlockShare?: number;
  /** Include the citation rules only after a search tool has run in the turn. */
  citationRulesAfterSearchOnly: boolean;
  /** Add a sentence on what a past result held to its placeholder. */
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
  /** How a small window offers the tool: `false` omits it, a list keeps only these arguments. Absent: everything. */
  inSmallWindows?: false | readonly string[];
}

/** A summary that replaces the turns it covers. */
export interface HistorySummary {
  text: string;
  /** Number of oldest turns of this branch that it replaces. */
  coversTurns: number;
}

/** Everything one step's context depends on. No clock, no I/O: the same input gives the same output. */
export interface StepContext {
  model: ModelProfile;
  settings: ContextSettings;
  /** The administrator's prompt or the packaged default. Null: none. */
  systemPrompt: string | null;
  agent: { id: string; prompt: string; replaceSystemPrompt: boolean; reminder: string | null } | null;
  project: { id: string; name: string; instructions: string | null; files: AttachedFile[] } | null;
  /** Of this branch, oldest first. */
  pastTurns: readonly PastTurn[];
  summary: HistorySummary | null;
  current: { user: UserMessage; steps: readonly TurnStep[] };
  tools: readonly OfferedTool[];
  /** On the last step the model can call no tool, and the reminder says so. */
  isLastStep: boolean;
  /** Whether the descriptor feature is on: the system prompt explains it only then. */
  descriptorsEnabled: boolean;
  /** From the user's settings. */
  userReminder: string | null;
  ledger: SourceLedgerSnapshot;
  /** IANA time zone of the user, for the date in the system prompt. */
  timeZone: string;
  /** Factor below 1 for fitting again after a provider said that the context was too long. */
  budgetScale: number;
  /** Thresholds of descriptors. Absent fields take the packaged defaults. */
  descriptorSettings?: Partial<DescriptorSettings> | undefined;
  /** The previous step, of this turn or the last one. A prompt cache may still hold its prompt. */
  previous?: Pick<AssembledContext, 'report'> | null;
}

/**
 * Input of `assembleContext`: the model and the message. Everything else has a default.
 *
 * ```ts
 * import type { ContextInput } from '@ibid/core';
 *
 * const withReminder = (input: ContextInput): ContextInput => ({ ...input, userReminder: 'Answer in German.' });
 * ```
 */
export type ContextInput = Pick<StepContext, 'model'> & {
  current: { user: UserMessage; steps?: readonly TurnStep[] };
  /** Overrides of the packaged settings. */
  settings?: Partial<ContextSettings>;
} & Partial<Omit<StepContext, 'model' | 'current' | 'settings'>>;

/** The prompt of a step, and the report on how it was made. */
export interface AssembledContext {
  /** The prompt in the model library's type, with as few fields as possible. */
  prompt: LanguageModelV4Prompt;
  report: ContextReport;
  /** The ledger after this step's new sources were numbered. */
  ledger: SourceLedgerSnapshot;
  /** What the model sees of each source in this step, by number. Citations are verified against it. */
  shownChunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  /** Whether definitions are sent, and whether calls are allowed. */
  toolChoice: 'auto' | 'none' | 'omit';
  /** The tools to send. In a small window their definitions are shortened. */
  tools: readonly OfferedTool[];
  /** Tokens that fitting could free for the results of one more step, whatever the history. */
  toolRoom: number;
}
