import type { ContextReport, FileState, JsonValue, TokenUsage, TurnStatus } from '@ibid/core';
import type { TurnView } from '@ibid/core/turn-view';

export interface Rows<Row> {
  rows: Row[];
  cursor: string | null;
}

export interface SessionUser {
  id: string;
  name: string;
  role: 'administrator' | 'member';
}

export interface Session {
  mode: 'local' | 'login' | 'setup';
  user: SessionUser | null;
  csrfToken: string | null;
  version: string;
}

export interface Sharing {
  visibility: 'private' | 'shared' | 'public';
  sharedWithUsers: string[];
  sharedWithGroups: string[];
}

export interface Conversation {
  id: string;
  title: string;
  agentId: string | null;
  projectId: string | null;
  leafId: string | null;
  forkedFrom: { conversationId: string; messageId: string } | null;
  isOwner: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface FileRow {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  state: FileState;
  reason: string | null;
  tokens: number | null;
  createdAt: string;
}

interface MessageRow {
  id: string;
  parentId: string | null;
  /** All versions of this message, itself included, oldest first. */
  siblings: string[];
  createdAt: string;
}

export interface UserMessageRow extends MessageRow {
  role: 'user';
  text: string;
  files: FileRow[];
}

export interface AssistantMessageRow extends MessageRow {
  role: 'assistant';
  text: string;
  turnId: string;
  status: TurnStatus;
  view: TurnView;
}

export type Message = UserMessageRow | AssistantMessageRow;

export interface MessageBranch {
  messages: Message[];
  leafId: string | null;
  runningTurnId: string | null;
}

export interface TurnDetails {
  id: string;
  conversationId: string;
  status: TurnStatus;
  modelId: string;
  contextReports: ContextReport[];
  trajectory: JsonValue;
  usage: TokenUsage;
  costUsd: number | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface StartedTurn {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
}

export interface Agent {
  id: string;
  name: string;
  description: string;
  prompt: string;
  replaceSystemPrompt: boolean;
  tools: string[] | null;
  knowledgeBaseIds: string[] | null;
  reminder: string | null;
  modelId: string | null;
  options: Record<string, JsonValue>;
  sharing: Sharing;
  isOwner: boolean;
}

export interface Model {
  id: string;
  name: string;
  provider: string;
  contextWindow: number;
  vision: boolean;
  isLanguageModel: boolean;
  note?: string;
}

export interface ModelList {
  rows: Model[];
  current: { chat: string; small: string };
  providers: {
    id: string;
    kind: string;
    name: string;
    state: 'ready' | 'missing-key' | 'unreachable';
    source: string;
    note?: string;
  }[];
}
