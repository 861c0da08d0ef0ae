import type { TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

/** What is stored with a user message besides its text. */
export interface UserContent {
  fileIds: string[];
  /** Descriptors of the attached files' texts, by file id. */
  fileDescriptors: Record<string, string>;
  /** Descriptor of the whole text if it exceeds the inline limit (FD-1). */
  descriptor: string | null;
}

/** What is stored with an assistant message besides the model's raw answer. */
export interface AssistantContent {
  view: TurnView;
  steps: TurnStep[];
  /** The answer as displayed, without reference tags. */
  shownAnswer: string;
  /** Descriptor of the turn's transcript (CTX-12). */
  descriptor: string | null;
}

/** Either kind. Fields are missing while a turn runs and in rows of earlier versions. */
export type MessageContent = Partial<UserContent & AssistantContent>;
