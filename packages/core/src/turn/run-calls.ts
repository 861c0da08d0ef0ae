import { isUsableChunk, numberSources } from '../context/number-sources.js';
import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import { expandDescriptors } from '../descriptors/expand-descriptors.js';
import type { ToolCallRecord } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { ReferenceManager } from '../sources/reference-manager.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { redactJson, redactSecrets } from '../errors/redact-secrets.js';
import { callInput } from './call-input.js';
import { copyJson } from './copy-json.js';
import { copyOutcome } from './copy-outcome.js';
import type { RequestedCall } from './requested-call.js';
import { runCall } from './run-call.js';
import { shownSources } from './shown-sources.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';
import type { Tool, ToolContext } from '../messages/tool.js';
import type { TurnClock } from './turn-clock.js';
import type { TurnWriter } from './turn-writer.js';
import { wholeResult } from './whole-result.js';
import { withFields } from '../messages/with-fields.js';

export interface RunCallsOptions {
  calls: readonly RequestedCall[];
  tools: ReadonlyMap<string, Tool>;
  step: number;
  /** Passed to every call of the batch. */
  context: Omit<ToolContext, 'callId' | 'signal' | 'progress'>;
  messageId: string;
  /** Calls answered so far in the turn, by name and arguments. */
  answered: Map<string, ToolCallRecord>;
  /** Calls of this turn whose results are no longer shown whole. */
  leftOut: ReadonlySet<string>;
  /** Grows as calls finish. */
  sources: { ledger: SourceLedgerSnapshot };
  book: ReferenceManager;
  descriptors: DescriptorStore | null;
  writer: TurnWriter;
  clock: TurnClock;
  signal: AbortSignal;
}

/**
 * FLOW-6: runs the calls of one batch in parallel, each with its own limit. A failed call does not affect the others.
 */
export function runCalls(options: RunCallsOptions): Promise<ToolCallRecord[]> {
  return Promise.all(options.calls.map((call) => answerCall(call, options)));
}

async function answerCall(call: RequestedCall, options: RunCallsOptions): Promise<ToolCallRecord> {
  const { answered, clock, writer } = options;
  const started = clock.now();
  const read = await callInput({
    call,
    tools: options.tools,
    expand: (tool, input) => expand(tool, input, options.descriptors),
  });
  const record: ToolCallRecord = { callId: call.callId, toolName: call.toolName, input: read.recorded };
  writer.callInput(call.callId, read.recorded);
  if (!read.ok) {
    record.outcome = withoutSecrets(read.outcome);
  } else {
    const key = `${call.toolName} ${stableJson(read.recorded)}`;
    const first = read.tool.repeatable ? undefined : answered.get(key);
    // A page that was removed from the context has no handle of its own, so it is read again (FD-1).
    const isGone = first !== undefined && first.descriptor === undefined && options.leftOut.has(first.callId);
    if (first && !isGone) {
      record.outcome = repeated(first);
      if (first.descriptor !== undefined) record.descriptor = first.descriptor;
    } else {
      answered.set(key, record);
      record.outcome = await execute(call, read.tool, read.input, options);
      // Allows a failed call to be repeated.
      if (record.outcome.isError) answered.delete(key);
      await keep(record, record.outcome, options);
      record.outcome = withoutLeftOut(record.outcome);
    }
  }
  writer.finishCall(record, Math.max(0, clock.now() - started));
  return record;
}

async function execute(
  call: RequestedCall,
  tool: Tool,
  input: unknown,
  options: RunCallsOptions,
): Promise<ToolOutcome> {
  const { writer } = options;
  const ofCall: Pick<ToolContext, 'callId' | 'progress'> = {
    callId: call.callId,
    progress: (message, details = {}) => {
      const data = copyJson(details.data);
      writer.callProgress(call.callId, String(message), {
        ...(data === undefined ? {} : { data }),
        ...(details.subTurnIndex === undefined ? {} : { subTurnIndex: details.subTurnIndex }),
      });
    },
  };
  const value = await runCall({
    tool,
    input,
    clock: options.clock,
    signal: options.signal,
    context: withFields(options.context, ofCall),
  });
  const { outcome: copied, problems } = copyOutcome(value);
  const outcome = withoutSecrets(copied);
  for (const problem of problems) writer.warning('tool_result', `${tool.name}: ${problem}`);
  if (outcome.chunks && outcome.chunks.length > 0) {
    const { sources } = options;
    options.book.collect(call.callId, outcome.chunks.filter(isUsableChunk));
    sources.ledger = numberSources({ ledger: sources.ledger, chunks: outcome.chunks });
    writer.callSources(
      call.callId,
      shownSources({ chunks: outcome.chunks, ledger: sources.ledger }),
      sources.ledger,
    );
  }
  if (outcome.usage) writer.usage(options.step, outcome.usage, undefined);
  return outcome;
}

/** Stores the result under a handle before the next step. Pages of a descriptor already have one (FD-1). */
async function keep(record: ToolCallRecord, outcome: ToolOutcome, options: RunCallsOptions): Promise<void> {
  if (!options.descriptors || outcome.isDescriptorPage) return;
  try {
    const metadata = await options.descriptors.create({
      content: wholeResult(outcome, options.sources.ledger),
      origin: { kind: 'tool-result', callId: record.callId, toolName: record.toolName },
      messageId: options.messageId,
      // Documents are written as JSON; the category of other output is detected from its text.
      ...(outcome.chunks && outcome.chunks.length > 0 ? { category: 'data' as const } : {}),
    });
    record.descriptor = metadata.name;
  } catch (error) {
    options.writer.warning(
      'descriptor_not_stored',
      redactSecrets(
        `The result of ${record.toolName} could not be stored for later: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  }
}

/** Once stored, the message only records its size; the text is under the handle. */
function withoutLeftOut(outcome: ToolOutcome): ToolOutcome {
  const { leftOut, ...rest } = outcome;
  if (!leftOut) return outcome;
  const characters = leftOut.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  return { ...rest, leftOutSize: { passages: leftOut.length, characters } };
}

/**
 * The text of a failed call goes to the model, to clients and into the database, so it must not contain keys or
 * passwords.
 */
function withoutSecrets(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.isError) return outcome;
  const { data, figures } = outcome;
  return {
    ...outcome,
    text: redactSecrets(outcome.text),
    ...(data === undefined ? {} : { data: redactJson(data) }),
    ...(figures === undefined ? {} : { figures: redactJson(figures) as Record<string, JsonValue> }),
  };
}

function repeated(first: ToolCallRecord): ToolOutcome {
  return {
    text: `This is the same call as one made before in this turn. Its result is given there and is not repeated here${
      first.descriptor === undefined ? '' : `; it can be read again as ${first.descriptor}`
    }.`,
    data: { repeatOf: first.callId },
  };
}

async function expand(tool: Tool, input: JsonValue, store: DescriptorStore | null): Promise<JsonValue> {
  const names = tool.acceptsDescriptors;
  return store && names && names.length > 0 ? expandDescriptors({ input, names, store }) : input;
}

/** JSON with sorted keys, so equal values give equal strings. */
function stableJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stableJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}
