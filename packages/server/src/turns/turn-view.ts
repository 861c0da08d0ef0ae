import type {
  Citation,
  JsonValue,
  ShownSource,
  TokenUsage,
  TurnStatus,
  UserQuestion,
  ContextReport,
} from '@ibid/core';

export interface CallView {
  callId: string;
  tab: number;
  toolName: string;
  title: string | null;
  inputText: string;
  input: JsonValue;
  progress: { message: string; step: number | null; data: JsonValue }[];
  sources: ShownSource[];
  result: {
    text: string;
    descriptor: string | null;
    figures: Record<string, JsonValue> | null;
    data: JsonValue;
    isError: boolean;
  } | null;
  milliseconds: number | null;
  done: boolean;
}

export type BlockView =
  | { kind: 'reasoning'; index: number; text: string; done: boolean }
  | {
      kind: 'text';
      index: number;
      text: string;
      done: boolean;
      narration: boolean;
      citations: Citation[];
    }
  | { kind: 'tools'; index: number; calls: CallView[] };

export interface ReferenceView {
  descriptor: string;
  name: string;
  version: number;
  category: 'code' | 'data' | 'text';
  lines: number;
  characters: number;
}

/** All that a page shows of one turn: made from its packets, stored with its message. */
export interface TurnView {
  turnId: string;
  /** The resume cursor: the last packet that is part of this view. */
  seq: number;
  status: TurnStatus | 'question';
  modelId: string | null;
  assistantMessageId: string | null;
  blocks: BlockView[];
  references: ReferenceView[];
  reports: { step: number; report: ContextReport }[];
  usage: TokenUsage | null;
  costUsd: number | null;
  warnings: { code: string; message: string }[];
  title: string | null;
  error: { code: string; message: string; retryable: boolean } | null;
  question: UserQuestion | null;
}

export function emptyTurnView(turnId: string): TurnView {
  return {
    turnId,
    seq: 0,
    status: 'running',
    modelId: null,
    assistantMessageId: null,
    blocks: [],
    references: [],
    reports: [],
    usage: null,
    costUsd: null,
    warnings: [],
    title: null,
    error: null,
    question: null,
  };
}
