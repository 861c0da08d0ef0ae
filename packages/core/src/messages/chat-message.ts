import type { Citation } from '../citations/citation.js';
import type { KeptCounts } from '../tokens/kept-counts.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { JsonValue } from './json-value.js';

/** `uploaded`: bytes are safe; `counted`: text and tokens are known and it can be included. */
export type FileState = 'uploaded' | 'counted' | 'too_large' | 'unreadable';

/** A file of a message or of a project, with its text where it could be read and fits. */
export interface AttachedFile {
  fileId: string;
  name: string;
  mediaType: string;
  state: FileState;
  /** Extracted text; null until counted, or when it is too large to be included or unreadable. */
  text: string | null;
  tokens: number | null;
  /** The handle under which the whole text can be paged, e.g. `fd:3`. */
  descriptor: string | null;
  /** Why the file is unreadable or empty, in words for the model and the person. */
  reason?: string;
  /** Set when the file is an item picked from a knowledge base. */
  itemId?: string;
}

/** A picture of a message; its size decides what it costs in tokens. */
export interface AttachedImage {
  fileId: string;
  name: string;
  mediaType: string;
  width: number;
  height: number;
  data: Uint8Array;
}

/** What a person sent, with everything attached to it. */
export interface UserMessage {
  role: 'user';
  id: string;
  text: string;
  files: AttachedFile[];
  images: AttachedImage[];
  /** ISO 8601. The system prompt's date is this one, so that it is stable within a turn. */
  createdAt: string;
  /** Handle of the whole text when it is over the inline limit. */
  descriptor?: string;
  /** As stored; what they lack is counted. */
  tokenCounts?: KeptCounts;
}

/** One call that a step asked for, with what came of it; without an outcome it did not finish. */
export interface ToolCallRecord {
  callId: string;
  toolName: string;
  /** Parsed arguments; the raw text as a string where the model wrote invalid JSON. */
  input: JsonValue;
  /** Absent while the call runs, or when the turn ended before it did. */
  outcome?: ToolOutcome;
  /** Handle of the whole result. Every finished call has one, so that it can be named later. */
  descriptor?: string;
  /** One or two sentences that may stand beside the placeholder in later turns. */
  summary?: string;
}

/** One inference of a turn and the calls it asked for. */
export interface TurnStep {
  reasoning: string;
  /** Text written before or between tool calls. The text of a step without calls is the answer. */
  narration: string;
  calls: ToolCallRecord[];
  /** Those in the narration; the answer's own are with the turn. */
  citations?: Citation[];
  /** Opaque data that a provider wants back with this step, e.g. reasoning signatures. */
  providerMetadata?: JsonValue;
}

/** How far a turn got: still running, or how it ended. */
export type TurnStatus = 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';

/** The answer to a user message: what was said in the end, and the steps that led there. */
export interface AssistantMessage {
  role: 'assistant';
  id: string;
  turnId: string;
  steps: TurnStep[];
  /** As the model wrote it, tags and markers included; views of it are made at the borders. */
  answer: string;
  status: TurnStatus;
  createdAt: string;
  /** The passages that its citations rest on: the first to be brought back when their source is named again. */
  citedPassages?: { itemId: string; chunkId: string }[];
  /** Handle of the turn's transcript, so that a dropped turn stays reachable. */
  descriptor?: string;
  /** As stored; what they lack is counted. */
  tokenCounts?: KeptCounts;
}

/** The rich form of a message, used throughout the engine. */
export type ChatMessage = UserMessage | AssistantMessage;

/**
 * A user message and what led to the answer to it. `assistant` is null while nothing was produced.
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
