import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { AssembledContext, StepContext } from './context-input.js';
import type { BudgetTerms, ContextPart, ContextRemoval } from './context-report.js';
import type { CurrentTurn } from './current-turn.js';
import type { FittedContext } from './fit-context.js';
import { markCacheBreakpoints } from './mark-cache-breakpoints.js';
import type { RenderMemory } from './render-cache.js';
import type { PreparedParts } from './prepare-parts.js';
import { previewRemovals } from './preview-removals.js';
import { noteStretch, sharedPrefixTokens } from './shared-prefix.js';
import { historyListTokens } from './render-removed-list.js';

/** CTX-1: puts the fitted parts in order and writes the report (CTX-13). */
export function layOutContext(options: {
  input: StepContext;
  budget: BudgetTerms;
  ledger: SourceLedgerSnapshot;
  parts: PreparedParts;
  turn: CurrentTurn;
  fitted: FittedContext;
  toolChoice: AssembledContext['toolChoice'];
  tools: AssembledContext['tools'];
  shortForm: string | null;
  briefTools: string | null;
  encoding: string;
  memory: RenderMemory;
}): AssembledContext {
  const { input, parts: prepared, fitted } = options;
  const { history } = prepared;
  const { dropped, current } = fitted;
  const summary = fitted.withSummary ? prepared.summary : null;
  // Without dropped turns the arrays are used as they are: `concat` copies them once, and nothing modifies them.
  const past = {
    messages: dropped === 0 ? history.messages : history.messages.slice(history.messageStarts[dropped]),
    parts: dropped === 0 ? history.parts : history.parts.slice(history.partStarts[dropped]),
  };
  const first = summary ? [prepared.system, summary] : [prepared.system];
  const above = [prepared.agent, prepared.project.block, current.files, fitted.removedList, current.user];
  const ordered = [...first, past, ...above, current.steps, prepared.reminder];
  const messages: LanguageModelV4Prompt = ([] as LanguageModelV4Prompt).concat(
    ...ordered.map((block) => block.messages),
  );
  const parts: ContextPart[] = ([] as ContextPart[]).concat(...ordered.map((block) => block.parts));
  noteStretch(parts, {
    source: history,
    from: dropped,
    start: first.reduce((sum, block) => sum + block.parts.length, 0),
    count: past.parts.length,
    tokens: history.suffixTokens[dropped] ?? 0,
  });
  const totalTokens =
    prepared.fixedTokens +
    (summary?.tokens ?? 0) +
    (history.suffixTokens[dropped] ?? 0) +
    fitted.removedList.tokens +
    current.tokens;
  const previous = input.previous?.report;
  const skipped = options.turn.views.reduce((sum, view) => sum + view.skipped, 0);
  return {
    prompt: input.model.cacheBreakpoints === 'anthropic' ? withBreakpoints(messages, options) : messages,
    report: {
      modelId: input.model.modelId,
      tokenizer: options.encoding,
      parts,
      removals: removalsOf(options),
      budget: options.budget,
      totalTokens,
      project: prepared.project.choice,
      sharedPrefixTokens: previous ? sharedPrefixTokens(previous.parts, parts) : null,
      ...(options.shortForm === null ? {} : { shortForm: options.shortForm }),
      ...(options.briefTools === null ? {} : { briefTools: options.briefTools }),
      ...(skipped > 0 ? { warnings: [`${skipped} malformed passages of tool results were skipped`] } : {}),
    },
    ledger: options.ledger,
    shownChunks: shownChunksOf(options),
    toolChoice: options.toolChoice,
    tools: options.tools,
    toolRoom: toolRoom({ budget: options.budget, parts: prepared, turn: options.turn }),
  };
}

function withBreakpoints(
  messages: LanguageModelV4Prompt,
  options: { parts: PreparedParts; fitted: FittedContext },
): LanguageModelV4Prompt {
  const afterUser = options.fitted.current.steps.messages.length + options.parts.reminder.messages.length;
  const aboveUser =
    options.parts.agent.messages.length +
    options.parts.project.block.messages.length +
    options.fitted.current.files.messages.length +
    options.fitted.removedList.messages.length +
    options.fitted.current.user.messages.length;
  const user = messages.length - afterUser;
  return markCacheBreakpoints(messages, [
    options.parts.system.messages.length,
    user - aboveUser,
    user,
    messages.length - options.parts.reminder.messages.length,
  ]);
}

function removalsOf(options: Parameters<typeof layOutContext>[0]): ContextRemoval[] {
  const { parts, fitted, input, turn } = options;
  const { removals, removalEnds } = parts.history;
  const covered = fitted.withSummary ? (removalEnds[parts.covered] ?? 0) : 0;
  const summarised =
    covered === 0
      ? []
      : options.memory
          .rememberLast('summarised', removals, '', () => removals.map(asSummarised))
          .slice(0, covered);
  const projectFiles = parts.project.choice.mode === 'included' ? (input.project?.files ?? []) : [];
  return summarised.concat(
    removals.slice(covered, removalEnds[fitted.dropped]),
    fitted.removals,
    previewRemovals({ input, turn, fitted }),
    [...projectFiles, ...input.current.user.files].filter((file) => file.state === 'too_large').map(tooLarge),
  );
}

function asSummarised(removal: ContextRemoval): ContextRemoval {
  return { ...removal, action: 'summarised', reason: 'the running summary stands for it' };
}

function tooLarge(file: AttachedFile): ContextRemoval {
  return {
    kind: 'files',
    action: 'too-large',
    origin: file.name,
    reason: 'the file is too large for the window',
    tokensBefore: file.tokens ?? 0,
    tokensAfter: 0,
    descriptor: file.descriptor,
  };
}

function shownChunksOf(options: Parameters<typeof layOutContext>[0]): Map<number, RetrievedChunk[]> {
  const { parts, fitted } = options;
  const shown = new Map<number, RetrievedChunk[]>();
  const add = (number: number, chunk: RetrievedChunk) => {
    const known = shown.get(number);
    if (known) known.push(chunk);
    else shown.set(number, [chunk]);
  };
  for (const entry of parts.history.shown) if (entry.turn >= fitted.dropped) add(entry.number, entry.chunk);
  for (const [number, chunk] of parts.project.shown) add(number, chunk);
  for (const [number, chunk] of fitted.current.shown) add(number, chunk);
  return shown;
}

/**
 * CTX-11, room for tools: what fitting could free for the results of one more step. This is the budget minus what
 * cannot be dropped for them: past turns would all be dropped, results of this turn paged out, and files reduced to
 * handles. The same call therefore has the same room in a fresh and in a full conversation.
 */
function toolRoom(options: { budget: BudgetTerms; parts: PreparedParts; turn: CurrentTurn }): number {
  const { budget, parts, turn } = options;
  const list = historyListTokens(budget.window);
  const around = parts.fixedTokens + parts.citationTokens;
  return Math.max(0, budget.available - around - turn.leastTokens - list);
}
