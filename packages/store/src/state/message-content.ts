import type { TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

/** What is stored with a user message besides its text. */
export interface UserContent {
  fileIds: string[];
  /** Handles of the attached files' texts, by file id. */
  fileDescriptors: Record<string, string>;
  /** Handle of the whole text when it is over the inline limit (FD-1). */
  descriptor: string | null;
}

/** What is stored with an assistant message besides the answer as the model wrote it. */
export interface AssistantContent {
  view: TurnView;
  steps: TurnStep[];
  /** The answer as the person sees it: reference tags taken out. */
  shownAnswer: string;
  /** Handle of the turn's transcript (CTX-12). */
  descriptor: string | null;
}

/** Of either kind. Fields are missing while a turn runs, and in what earlier versions stored. */
export type MessageContent = Partial<UserContent & AssistantContent>;
