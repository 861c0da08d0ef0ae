export { assembleContext } from './assemble-context.js';
export { attachItem, ItemTooLarge } from './attach-item.js';
export type {
  AssembledContext,
  ContextInput,
  ContextSettings,
  HistorySummary,
  OfferedTool,
} from './context-input.js';
export type { ModelProfile, WindowFrom } from '../tokens/model-profile.js';
export type {
  BudgetTerms,
  ContextPart,
  ContextPartKind,
  ContextRemoval,
  ContextReport,
  RemovalAction,
} from './context-report.js';
export { createContextAssembler } from './create-context-assembler.js';
export { ContextOverflow } from './context-overflow.js';
export type { OverflowPart } from './context-overflow.js';
export { defaultContextSettings, validateContextSettings } from './context-settings.js';
export { decideFileState, fileRoom } from './decide-file-state.js';
export { countsToKeep } from './counts-to-keep.js';
export { completeReport, completeReports, shareReportParts } from './share-report-parts.js';
export { InvalidSetting } from './invalid-setting.js';
export { isUsableChunk, itemIdOfFile, numberSources, sourceOf } from './number-sources.js';
export type { Numberable } from './number-sources.js';
export { fitRequest } from './fit-request.js';
export type { FittedRequest, RequestPart } from './fit-request.js';
export { beginningAndEnd } from './shorten-text.js';
export { briefDefinition } from './short-definition.js';
export { citationRules, packagedSystemPrompt } from './system-prompt.js';
export { summariseHistory } from './summary/summarise-history.js';
export type { SummarisedHistory } from './summary/summarise-history.js';
