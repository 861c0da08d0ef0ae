import type {
  AssistantMessage,
  AttachedFile,
  PastTurn,
  ToolCallRecord,
  TurnStep,
  UserMessage,
} from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { AssembledContext, StepContext, OfferedTool } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextPartKind } from './context-report.js';
import { defaultContextSettings } from './context-settings.js';
import { packagedSystemPrompt } from './system-prompt.js';

const letters: Record<ContextPartKind, string> = {
  system: 'S',
  agent: 'CA',
  project: 'P',
  files: 'F',
  user: 'U',
  images: 'I',
  'tool-call': 'TC',
  'tool-result': 'TR',
  answer: 'A',
  summary: 'SUM',
  'removed-list': 'L',
  reminder: 'R',
  prompt: 'X',
};

/**
 * The context in the letters of CTX-1, read from the report. User messages and answers carry the number of their id.
 */
export function lettersOf(context: AssembledContext): string {
  return context.report.parts
    .map((part) => {
      const number = /^[ua](\d+)$/.exec(part.origin)?.[1] ?? '';
      return letters[part.kind] + (part.kind === 'user' || part.kind === 'answer' ? number : '');
    })
    .join(' ');
}

/** The same read from the prompt, roles only. */
export function rolesOf(context: AssembledContext): string {
  return context.prompt
    .map((message) =>
      message.role === 'assistant' && message.content.some((part) => part.type === 'tool-call')
        ? 'calls'
        : message.role,
    )
    .join(' ');
}

export const model: ModelProfile = {
  modelId: 'test-model',
  contextWindow: 128_000,
  maxOutputTokens: 4096,
  vision: true,
  tokenizer: 'o200k_base',
  canForbidTools: true,
  cacheBreakpoints: 'none',
};

export const searchTool: OfferedTool = {
  name: 'search_content',
  description: 'Searches the documents.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  guidance: 'Search before you answer.',
  isSearch: true,
};

export function userMessage(number: number, more: Partial<UserMessage> = {}): UserMessage {
  return {
    role: 'user',
    id: `u${number}`,
    text: `Question number ${number}?`,
    files: [],
    images: [],
    createdAt: '2026-11-14T09:30:00Z',
    ...more,
  };
}

export function chunkOf(item: string, chunk: string, more: Partial<RetrievedChunk> = {}): RetrievedChunk {
  return {
    itemId: item,
    chunkId: chunk,
    title: `Title of ${item}`,
    text: `Text of ${item} ${chunk}.`,
    score: 1,
    ...more,
  };
}

export function searchCall(
  callId: string,
  chunks: RetrievedChunk[],
  descriptor = `fd:${callId}`,
): ToolCallRecord {
  return {
    callId,
    toolName: 'search_content',
    input: { query: callId },
    outcome: { text: '', chunks },
    descriptor,
  };
}

export function stepOf(...calls: ToolCallRecord[]): TurnStep {
  return { reasoning: '', narration: '', calls };
}

export function answerMessage(number: number, more: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: 'assistant',
    id: `a${number}`,
    turnId: `t${number}`,
    steps: [],
    answer: `Answer number ${number}.`,
    status: 'complete',
    createdAt: '2026-11-14T09:31:00Z',
    ...more,
  };
}

export function pastTurn(
  number: number,
  more: { user?: Partial<UserMessage>; assistant?: Partial<AssistantMessage> } = {},
): PastTurn {
  return { user: userMessage(number, more.user), assistant: answerMessage(number, more.assistant) };
}

export function fileOf(id: string, more: Partial<AttachedFile> = {}): AttachedFile {
  const text = `Contents of ${id}.`;
  return {
    fileId: id,
    name: `${id}.txt`,
    mediaType: 'text/plain',
    state: 'counted',
    text,
    tokens: 5,
    descriptor: `fd:${id}`,
    ...more,
  };
}

export function inputOf(more: Partial<StepContext> = {}): StepContext {
  return {
    model,
    settings: defaultContextSettings,
    systemPrompt: packagedSystemPrompt(),
    agent: null,
    project: null,
    pastTurns: [],
    summary: null,
    current: { user: userMessage(1), steps: [] },
    tools: [],
    isLastStep: false,
    descriptorsEnabled: true,
    userReminder: null,
    ledger: { sources: [] },
    timeZone: 'Europe/Berlin',
    budgetScale: 1,
    ...more,
  };
}

/** A model whose window leaves `available` tokens for the context, not counting definitions. */
export function modelWithRoom(available: number, more: Partial<ModelProfile> = {}): ModelProfile {
  return { ...model, contextWindow: windowWithRoom(available), ...more };
}

function windowWithRoom(available: number): number {
  const { reservedOutputTokens } = defaultContextSettings;
  let window = available;
  while (window - Math.min(reservedOutputTokens, Math.floor(window / 4)) < available) window += 1;
  return window;
}
