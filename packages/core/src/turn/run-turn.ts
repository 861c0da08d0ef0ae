import { setMaxListeners } from 'node:events';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createContextAssembler } from '../context/create-context-assembler.js';
import { withFields } from '../messages/with-fields.js';
import { CitationRefiner } from './citation-refiner.js';
import { bookOfTurn, filesOfTurn } from './book-of-turn.js';
import { Emitter } from './emitter.js';
import type { PacketListener } from './emitter.js';
import type { Packet, StopReason } from './packet.js';
import { PACKET_VERSION } from './packet.js';
import type { PacketSink } from './packet-log.js';
import { ProviderError } from './provider-errors/index.js';
import { ReferenceKeeper } from './reference-keeper.js';
import { defaultRetryPolicy } from './retry-policy.js';
import { runLoop } from './run-loop.js';
import type { ProviderTimeLimits, RunTurnOptions } from './run-turn-options.js';
import { SourceReader } from './source-reader.js';
import { toolsOfTurn } from './tools-of-turn.js';
import { turnFailure } from './turn-errors.js';
import type { TurnFailure, TurnResult } from './turn-result.js';
import type { TurnScope } from './turn-scope.js';
import { TurnHandles } from './turn-handles.js';
import { TurnState } from './turn-state.js';
import { TurnWriter } from './turn-writer.js';
import { usableModel } from './usable-model.js';

const defaultTimeLimits: ProviderTimeLimits = {
  firstTokenMilliseconds: 180_000,
  silenceMilliseconds: 60_000,
};

interface StartTurnOptions extends Omit<RunTurnOptions, 'model' | 'onPacket'> {
  model: LanguageModelV4;
  sink: PacketSink;
  /** The conversation's new title, sent at the end of the turn. */
  title?: string | null;
  /** Called with what made the turn fail. */
  onFailure?: (error: unknown) => void;
}

/** A turn that writes its packets to a sink. */
interface StartedTurn {
  /** Ends the turn now, with an error if one is given. Nothing can be added afterwards. */
  stop: (failure?: TurnFailure) => void;
  /** Never rejects: a failed turn has a result too. */
  result: Promise<TurnResult>;
}

/** A running turn: its packets, its result, and a way to stop it. */
export interface TurnHandle {
  /** Every iteration starts with the first packet and ends after `turn-stop`. */
  packets: AsyncIterable<Packet>;
  /** Delivers all packets after the cursor, then new ones at once. */
  subscribe: (listener: PacketListener, options?: { after?: number }) => () => void;
  /** Ends the turn now: when it returns, `turn-stop` has been emitted and nothing can be added. */
  stop: () => void;
  /** Never rejects: a failed turn has a result too. */
  result: Promise<TurnResult>;
  /**
   * What made the turn fail, e.g. the provider's own error; undefined if nothing did. For code and logs, not for people:
   * it may contain secrets.
   */
  cause: () => unknown;
}

/**
 * Runs a turn and keeps its packets for listeners in this process.
 *
 * ```ts
 * import { runTurn } from '@ibid/core';
 * import { scriptedModel, testTurnOptions } from '@ibid/core/testing';
 *
 * const model = scriptedModel([[{ text: 'Hello.' }]]); // yours comes from a provider of the AI SDK
 * const { result, stop } = runTurn(testTurnOptions({ model, question: 'Say hello.' }));
 * setTimeout(stop, 60_000).unref(); // a person may stop it at any time
 * console.log((await result).shownAnswer); // 'Hello.'
 * ```
 */
export function runTurn(options: RunTurnOptions): TurnHandle {
  const emitter = new Emitter({ turnId: options.turnId, onListenerError: reporter(options) });
  if (options.onPacket) emitter.subscribe(options.onPacket);
  let cause: unknown;
  const onFailure = (error: unknown) => {
    cause = error instanceof ProviderError ? (error.cause ?? error) : error;
  };
  const model = usableModel(options.model);
  const { stop, result } = startTurn(withFields(options, { sink: emitter, model, onFailure }));
  return {
    packets: emitter,
    subscribe: (listener, from) => emitter.subscribe(listener, from),
    stop: () => stop(),
    result,
    cause: () => cause,
  };
}

/**
 * Owns the state and stopping. The layers below run to their end. If the turn ends first, they are abandoned and their
 * output is discarded.
 */
export function startTurn(options: StartTurnOptions): StartedTurn {
  const report = reporter(options);
  const state = new TurnState(options.ledger);
  const book = bookOfTurn(options);
  const writer = new TurnWriter({ sink: options.sink, state });
  const controller = new AbortController();
  // Every call of a batch listens to it; there may be many.
  setMaxListeners(0, controller.signal);
  let resolveResult: (result: TurnResult) => void = () => {};
  const result = new Promise<TurnResult>((resolve) => {
    resolveResult = resolve;
  });

  const end = (reason: StopReason, error?: TurnFailure): void =>
    writer.close({
      reason,
      ...(error ? { error } : {}),
      title: options.title ?? null,
      onFault: report,
      afterwards: () => {
        const ended = state.result(reason, options.assistantMessageId);
        book.addReferenceSet(ended.referenceSet);
        resolveResult(ended);
        controller.abort(TURN_ENDED);
      },
    });

  writer.start({
    version: PACKET_VERSION,
    conversationId: options.conversationId,
    userMessageId: options.user.id,
    assistantMessageId: options.assistantMessageId,
    modelId: options.model.modelId,
  });
  const handles = new TurnHandles({ turn: options, writer });
  const reader = new SourceReader({
    book,
    files: () => filesOfTurn(options),
    descriptors: handles.store,
    readSource: options.readSource ?? null,
  });
  const scope: TurnScope = {
    options,
    tools: toolsOfTurn(options),
    book,
    writer,
    references: new ReferenceKeeper({
      store: handles.store,
      writer,
      turnId: options.turnId,
      messageId: options.assistantMessageId,
    }),
    refiner: new CitationRefiner({
      reader,
      embed: options.embedClaims ?? null,
      secondReader: options.secondReader ?? null,
    }),
    handles,
    retry: options.retry ?? defaultRetryPolicy,
    timeLimits: options.timeLimits ?? defaultTimeLimits,
    assembleContext: options.assembleContext ?? createContextAssembler(),
    signal: controller.signal,
    uniqueCallId: uniqueIds(options.newId),
  };
  // Deferred until the caller has the handle.
  Promise.resolve()
    .then(() => handles.describeMessage())
    .then(() => runLoop(scope))
    .then(end, (error: unknown) => {
      if (writer.closed) return;
      const failure = turnFailure(error);
      if (failure.code === 'internal') report(error);
      options.onFailure?.(error);
      end('failed', failure);
    });

  return { stop: (failure) => end(failure ? 'failed' : 'stopped', failure), result };
}

function reporter({ onInternalError }: Pick<RunTurnOptions, 'onInternalError'>): (fault: unknown) => void {
  return (fault) => {
    try {
      onInternalError?.(fault);
    } catch {
      // A failing log must not keep a turn from ending.
    }
  };
}

const TURN_ENDED = new DOMException('The turn has ended.', 'AbortError');

function uniqueIds(newId: () => string): (proposed: string) => string {
  const taken = new Set<string>();
  return (proposed) => {
    let id = proposed;
    while (id === '' || taken.has(id)) id = newId();
    taken.add(id);
    return id;
  };
}
