import type {
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { needsDescriptor } from '../descriptors/needs-descriptor.js';
import { referenceHistoryView } from '../descriptors/reference-tags/reference-history-view.js';
import type { ChatMessage, PastTurn, ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { addBlock, type Block, CALL_OVERHEAD, MESSAGE_OVERHEAD, textBlock } from './block.js';
import type { ContextPart } from './context-report.js';
import { renderCall } from './render-call.js';
import { renderDocumentsMessage } from './render-documents.js';
import { renderFiles } from './render-files.js';
import { resultSummary } from './result-summary.js';
import { renderUserMessage } from './render-user-message.js';
import { wellFormed } from './well-formed.js';

/** Counts the tokens of a message's text. If the message is given, the counts stored with it are used. */
export type CountOfMessage = (text: string, message?: ChatMessage) => number;

export interface PastTurnOptions {
  turn: PastTurn;
  ledger: SourceLedgerSnapshot;
  vision: boolean;
  pastResultSummaries: boolean;
  descriptorsEnabled: boolean;
  /** Adjusted to the window. */
  descriptorSettings: DescriptorSettings;
  count: CountOfMessage;
}

export interface RenderedPastTurn {
  block: Block;
  shown: [number, RetrievedChunk][];
}

/**
 * CTX-1: a past turn's files, its message with images, its calls with placeholders, its answer. A history has hundreds
 * of turns, so all of it goes straight into one block.
 */
export function renderPastTurn(options: PastTurnOptions): RenderedPastTurn {
  const { turn } = options;
  const { assistant } = turn;
  const count = (text: string): number => options.count(text, turn.user);
  const settings = options.descriptorSettings;
  const block: Block = { messages: [], parts: [], tokens: 0 };
  let shown: [number, RetrievedChunk][] = [];
  if (turn.user.files.length > 0) {
    const files = renderFiles({
      files: turn.user.files,
      ledger: options.ledger,
      previewTokens: settings.previewTokens,
      descriptorsEnabled: options.descriptorsEnabled,
      count,
    });
    shown = files.shown;
    const part = {
      kind: 'files',
      origin: turn.user.files.map((file) => file.name).join(', '),
      reason: 'attached to a past message',
      text: renderDocumentsMessage(files.documents),
    } as const;
    addBlock(block, textBlock({ role: 'user', part, count }));
  }
  const isPaged =
    options.descriptorsEnabled &&
    turn.user.descriptor !== undefined &&
    needsDescriptor({ text: turn.user.text, kind: 'user-input', settings, countTokens: count });
  addBlock(
    block,
    renderUserMessage({
      message: turn.user,
      vision: options.vision,
      level: isPaged ? 'preview' : 'full',
      handle: turn.user.descriptor ?? null,
      previewTokens: settings.previewTokens,
      pageCharacters: settings.pageCharacters,
      reason: 'past message',
      count,
    }),
  );
  if (!assistant) return { block, shown };
  const countOwn = (text: string): number => options.count(text, assistant);
  for (const step of assistant.steps)
    if (step.calls.length > 0) addPastStep(block, step, { ...options, count: countOwn });
  const answer = wellFormed(asWritten(assistant.answer, options));
  if (answer.trim() !== '') {
    const tokens = countOwn(answer) + MESSAGE_OVERHEAD;
    block.messages.push({ role: 'assistant', content: [{ type: 'text', text: answer }] });
    addPart(block, {
      kind: 'answer',
      tokens,
      origin: assistant.id,
      reason: 'past answer',
      text: answer,
    });
  }
  return { block, shown };
}

function addPart(block: Block, part: ContextPart): void {
  block.parts.push(part);
  block.tokens += part.tokens;
}

function addPastStep(block: Block, step: TurnStep, options: PastTurnOptions): void {
  const said: (LanguageModelV4TextPart | LanguageModelV4ToolCallPart)[] = [];
  const results: LanguageModelV4ToolResultPart[] = [];
  for (const part of narrationParts(asWritten(step.narration, options), options.count)) {
    said.push({ type: 'text', text: part.text });
    addPart(block, part);
  }
  for (const call of step.calls) {
    const { content, part } = renderCall({ call, reason: 'past call', count: options.count });
    said.push(content);
    addPart(block, part);
  }
  for (const call of step.calls) {
    const { content, part } = renderPlaceholder(call, options);
    results.push(content);
    addPart(block, part);
  }
  block.messages.push({ role: 'assistant', content: said }, { role: 'tool', content: results });
}

/** FD-2: the model's own words; a long reference is replaced by its handle. */
function asWritten(text: string, options: PastTurnOptions): string {
  if (!options.descriptorsEnabled) return text;
  return referenceHistoryView(text, options.descriptorSettings);
}

/** Text between calls is part of what the model said. Empty text is omitted. */
export function narrationParts(narration: string, count: (text: string) => number): ContextPart[] {
  if (narration === '') return [];
  const text = wellFormed(narration);
  if (text.trim() === '') return [];
  const tokens = count(text) + MESSAGE_OVERHEAD;
  return [{ kind: 'answer', tokens, origin: 'narration', reason: 'written between tool calls', text }];
}

/** CTX-9: one fixed sentence in place of a past result, with its handle. */
export function placeholderOf(
  call: Pick<ToolCallRecord, 'descriptor'> & { outcome?: ToolCallRecord['outcome'] | undefined },
  options: { descriptorsEnabled: boolean },
): string {
  if (call.outcome === undefined) return 'This call did not finish.';
  const gone = 'This result is no longer in the context';
  if (!options.descriptorsEnabled) return `${gone}.`;
  if (call.descriptor) return `${gone}; read it again as ${call.descriptor}.`;
  return call.outcome.isDescriptorPage
    ? `${gone}; make the call again to see it.`
    : `${gone} and was not kept.`;
}

/** Upper bound: a handle has no more tokens than characters, and the words around it are counted once for all calls. */
export function placeholderTokens(
  call: ToolCallRecord,
  descriptorsEnabled: boolean,
  count: (text: string) => number,
): number {
  const { outcome, descriptor } = call;
  const sample = descriptor ? { outcome, descriptor: 'fd:1' } : { outcome };
  return count(placeholderOf(sample, { descriptorsEnabled })) + (descriptor?.length ?? 0);
}

function renderPlaceholder(call: ToolCallRecord, options: PastTurnOptions) {
  const summary = options.pastResultSummaries ? resultSummary(call, options.ledger) : '';
  const text = wellFormed([placeholderOf(call, options), summary].filter(Boolean).join(' '));
  const content: LanguageModelV4ToolResultPart = {
    type: 'tool-result',
    toolCallId: call.callId,
    toolName: call.toolName,
    output: { type: 'text', value: text },
  };
  const part: ContextPart = {
    kind: 'tool-result',
    tokens: options.count(text) + CALL_OVERHEAD,
    origin: call.callId,
    reason: 'placeholder of a past result',
    text,
  };
  return { content, part };
}
