import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { ContextOverflow } from '../context/context-overflow.js';
import type { BudgetTerms, ContextRemoval } from '../context/context-report.js';
import { removedListPrompt } from '../context/prompts/prompts.generated.js';
import type { DescriptorOrigin } from '../descriptors/descriptor-store.js';
import { renderDescriptorPreview } from '../descriptors/render-preview.js';
import type { ShownPassages } from '../toolbox/conversation-memory.js';
import { storedText, messageTokens, resultText } from './prompt-text.js';
import { reducePassages } from './reduce-passages.js';

/** Tokens still shown of a text that is paged out, tried in this order. */
const PREVIEWS = [500, 100, 0] as const;

export interface FittedPrompt {
  prompt: LanguageModelV4Prompt;
  removals: ContextRemoval[];
}

/**
 * CTX-11 for a prompt that another library assembled. Whole past turns are removed first, oldest first; then passages
 * of the current turn's searches, by rank across all of them; then whole results, largest first; then the current
 * message. What is removed is stored and named, never cut silently.
 */
export async function fitPrompt(options: {
  prompt: LanguageModelV4Prompt;
  /** Always last, whatever is removed. */
  reminder: LanguageModelV4Prompt;
  budget: BudgetTerms;
  count: (text: string) => number;
  /** Stores a text once and returns its handle; null if it cannot be stored. */
  handleOf: (content: string, origin: DescriptorOrigin) => Promise<string | null>;
  /** For results that consist of ranked passages. */
  passagesOf?: (callId: string, text: string) => Promise<ShownPassages | null>;
}): Promise<FittedPrompt> {
  const { budget, count, handleOf, reminder, passagesOf = async () => null } = options;
  const size = (messages: readonly LanguageModelV4Message[]): number =>
    messages.reduce((sum, message) => sum + messageTokens(message, count), 0);
  const system = options.prompt.filter(({ role }) => role === 'system');
  const turns = splitTurns(options.prompt.filter(({ role }) => role !== 'system'));
  const current = (turns.pop() ?? []).map(copied);
  const removals: ContextRemoval[] = [];
  let past = turns.reduce((sum, turn) => sum + size(turn), 0);
  const fixed = size(system) + size(reminder);
  const excess = (): number => fixed + past + size(removedList(removals)) + size(current) - budget.available;
  const fits = (): boolean => excess() <= 0;

  while (turns.length > 0 && !fits()) {
    const turn = turns.shift() ?? [];
    const text = turn.map((message) => `${message.role}: ${storedText(message)}`).join('\n\n');
    const tokensBefore = size(turn);
    past -= tokensBefore;
    removals.push({
      kind: 'user',
      action: 'dropped',
      origin: 'an earlier turn',
      reason: 'oldest first',
      tokensBefore,
      tokensAfter: 0,
      descriptor: await handleOf(text, { kind: 'turn', turnId: 'past' }),
    });
  }

  const ranked = fits()
    ? null
    : await reducePassages({ results: resultsOf(current), passagesOf, excess, count });
  removals.push(...(ranked?.removals ?? []));

  for (const thing of pageable(current, (part) => ranked?.wholeOf.get(part))) {
    const descriptor = fits() ? null : await handleOf(thing.text, thing.origin);
    if (descriptor === null) continue;
    const removal: ContextRemoval = {
      kind: thing.kind,
      action: 'paged-out',
      origin: thing.name,
      reason: thing.reason,
      tokensBefore: count(thing.text),
      tokensAfter: 0,
      descriptor,
    };
    const earlier = removals.findIndex((one) => one.descriptor === descriptor);
    if (earlier >= 0) removals.splice(earlier, 1);
    removals.push(removal);
    for (const previewTokens of PREVIEWS) {
      const { text: content, name: source } = thing;
      const preview = renderDescriptorPreview({
        descriptor,
        content,
        previewTokens,
        countTokens: count,
        source,
      });
      thing.replace(preview);
      removal.tokensAfter = count(preview);
      if (fits()) break;
    }
  }

  if (!fits()) {
    const parts = [...system, ...current, ...reminder].map((message) => ({
      kind: kinds[message.role],
      origin: message.role,
      tokens: size([message]),
    }));
    throw new ContextOverflow({ parts, budget });
  }
  return {
    prompt: [...system, ...turns.flat(), ...removedList(removals), ...current, ...reminder],
    removals,
  };
}

const kinds = { system: 'system', user: 'user', assistant: 'tool-call', tool: 'tool-result' } as const;
/** Shorter texts are not worth a handle. */
const WORTH_PAGING = 1_200;

interface Pageable {
  kind: ContextRemoval['kind'];
  name: string;
  reason: string;
  text: string;
  origin: DescriptorOrigin;
  replace: (text: string) => void;
}

function resultsOf(messages: readonly LanguageModelV4Message[]): LanguageModelV4ToolResultPart[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === 'tool-result'),
  );
}

/** Results first, largest first; then the user's text. */
function pageable(
  current: readonly LanguageModelV4Message[],
  wholeOf: (part: LanguageModelV4ToolResultPart) => string | undefined,
): Pageable[] {
  const results = resultsOf(current).map((part) => pageableResult(part, wholeOf(part) ?? resultText(part)));
  const texts: Pageable[] = [];
  for (const { role, content } of current) {
    if (typeof content === 'string' || role !== 'user') continue;
    for (const part of content) if (part.type === 'text') texts.push(pageableText(part));
  }
  const largestFirst = (left: Pageable, right: Pageable) => right.text.length - left.text.length;
  return [...results.sort(largestFirst), ...texts.sort(largestFirst)].filter(
    ({ text }) => text.length > WORTH_PAGING && !text.startsWith('<fd_result'),
  );
}

function pageableResult(part: LanguageModelV4ToolResultPart, text: string): Pageable {
  const { toolCallId: callId, toolName } = part;
  return {
    kind: 'tool-result',
    name: toolName,
    reason: 'largest first',
    text,
    origin: { kind: 'tool-result', callId, toolName },
    replace: (value) => (part.output = { type: 'text', value }),
  };
}

function pageableText(part: LanguageModelV4TextPart): Pageable {
  return {
    kind: 'user',
    name: 'the current message',
    reason: 'it does not fit whole',
    text: part.text,
    origin: { kind: 'user-input', messageId: 'current' },
    replace: (text) => (part.text = text),
  };
}

/** A turn begins with a user message that does not follow another one. */
function splitTurns(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[][] {
  const turns: LanguageModelV4Message[][] = [];
  for (const [at, message] of messages.entries()) {
    const begins = message.role === 'user' && messages[at - 1]?.role !== 'user';
    const last = turns.at(-1);
    if (begins || !last) turns.push([message]);
    else last.push(message);
  }
  return turns;
}

/** Parts are replaced in the copy; the caller's prompt is not modified. */
function copied(message: LanguageModelV4Message): LanguageModelV4Message {
  if (typeof message.content === 'string') return message;
  return { ...message, content: message.content.map((part) => ({ ...part })) } as LanguageModelV4Message;
}

/** CTX-12: short, however much was left out. */
function removedList(removals: readonly ContextRemoval[]): LanguageModelV4Message[] {
  const dropped = removals.filter(({ action }) => action === 'dropped');
  if (dropped.length === 0) return [];
  const handles = dropped.flatMap(({ descriptor }) => descriptor ?? []);
  const shown = handles.length > MOST_HANDLES ? ['…', ...handles.slice(-MOST_HANDLES)] : handles;
  const line = `- ${dropped.length === 1 ? '1 earlier turn' : `${dropped.length} earlier turns`}`;
  const text = [removedListPrompt, shown.length === 0 ? line : `${line}: ${shown.join(', ')}`].join('\n');
  return [{ role: 'user', content: [{ type: 'text', text }] }];
}

const MOST_HANDLES = 20;
