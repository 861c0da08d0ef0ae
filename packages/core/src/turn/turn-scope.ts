import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssembledContext, StepContext } from '../context/context-input.js';
import type { ReferenceManager } from '../sources/reference-manager.js';
import type { CitationRefiner } from './citation-refiner.js';
import type { ReferenceKeeper } from './reference-keeper.js';
import type { RetryPolicy } from './retry-policy.js';
import type { ProviderTimeLimits, RunTurnOptions } from './run-turn-options.js';
import type { Tool } from '../messages/tool.js';
import type { TurnHandles } from './turn-handles.js';
import type { TurnWriter } from './turn-writer.js';

/** Shared by the layers below `runTurn`: the turn's options, and the writer as their only output. */
export interface TurnScope {
  options: Omit<RunTurnOptions, 'model'> & { model: LanguageModelV4 };
  tools: readonly Tool[];
  /** REF-1: the single record of what was found. */
  book: ReferenceManager;
  writer: TurnWriter;
  references: ReferenceKeeper;
  handles: TurnHandles;
  refiner: CitationRefiner;
  retry: RetryPolicy;
  timeLimits: ProviderTimeLimits;
  assembleContext: (input: StepContext) => AssembledContext;
  /** Passed on to provider and tools, which may ignore it. */
  signal: AbortSignal;
  /** The proposed id, or a new one if it is empty or taken. */
  uniqueCallId: (proposed: string) => string;
}
