import type { Citation } from '../citations/citation.js';
import type { KeptCounts } from '../tokens/kept-counts.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { JsonValue } from './json-value.js';

/** `uploaded`: the bytes are stored. `counted`: text and tokens are known, and the file can be included. */
export type FileState = 'uploaded' | 'counted' | 'too_large' | 'unreadable';

/** A file of a message or project, with its text if it could be read and fits. */
export interface AttachedFile {
  fileId: string;
  name: string;
  mediaType: string;
  state: FileState;
  /** Extracted text; null until counted, or if it is unreadable or too large to include. */
  text: string | null;
  tokens: number | null;
  /** Handle for paging the whole text, e.g. `fd:3`. */
  descriptor: string | null;
  /** Why the file is unreadable or empty, worded for the model and the user. */
  reason?: string;
  /** Set if the file is an item picked from a knowledge base. */
  itemId?: string;
}

/** A picture of a message; its size determines its token cost. */
export interface AttachedImage {
  fileId: string;
  name: string;
  mediaType: string;
  width: number;
  height: number;
  data: Uint8Array;
}

/** What a user sent, with all attachments. */
export interface UserMessage {
  role: 'user';
  id: string;
  text: string;
  files: AttachedFile[];
  images: AttachedImage[];
  /** ISO 8601. The system prompt uses this date, so it is stable within a turn. */
  createdAt: string;
  /** Handle of the whole text if it exceeds the inline limit. */
  descriptor?: string;
  /** Stored counts; missing ones are computed. */
  tokenCounts?: KeptCounts;
}

/** One call that a step requested, with its outcome. Without an outcome it did not finish. */
export interface ToolCallRecord {
  callId: string;
  toolName: string;
  /** Parsed arguments; the raw string if the model wrote invalid JSON. */
  input: JsonValue;
  /** Absent while the call runs, or if the turn ended first. */
  outcome?: ToolOutcome;
  /**
   * Handle of the whole result, so it can be referred to later. Absent for pages of a descriptor, or if nothing was
   * stored.
   */
  descriptor?: string;
  /** One or two sentences that may be added to the placeholder in later turns. */
  summary?: string;
}

/** One inference of a turn and the calls it requested. */
export interface TurnStep {
  reasoning: string;
  /** Text written before or between tool calls. The text of a step without calls is the answer. */
  narration: string;
  calls: ToolCallRecord[];
  /** Citations in the narration; those of the answer are stored with the turn. */
  citations?: Citation[];
  /** Opaque data that a provider wants back with this step, e.g. reasoning signatures. */
  providerMetadata?: JsonValue;
}

/** Whether a turn is still running, or how it ended. */
export type TurnStatus = 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';

/** The answer to a user message, with the steps that led to it. */
export interface AssistantMessage {
  role: 'assistant';
  id: string;
  turnId: string;
  steps: TurnStep[];
  /** As the model wrote it, with tags and markers. Other views of it are made where they are needed. */
  answer: string;
  status: TurnStatus;
  createdAt: string;
  /** The passages that its citations refer to. They are brought back first if their source is named again. */
  citedPassages?: { itemId: string; chunkId: string }[];
  /** Handle of the turn's transcript, so a dropped turn stays readable. */
  descriptor?: string;
  /** Stored counts; missing ones are computed. */
  tokenCounts?: KeptCounts;
}

/** The full form of a message, used throughout the engine. */
export type ChatMessage = UserMessage | AssistantMessage;

/**
 * A user message with its answer and the steps to it. `assistant` is null if nothing was produced.
 *
 * ```ts
 * import type { PastTurn } from '@ibid/core';
 *
 * const unanswered = (turns: readonly PastTurn[]) => turns.filter((turn) => turn.assistant === null);
 * ```
 */
export interface PastTurn {
  user: UserMessage;
  assistant: AssistantMessage | null;
}
