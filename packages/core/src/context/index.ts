export type {
  AssembledContext,
  ContextInput,
  ContextSettings,
  HistorySummary,
  ModelProfile,
  OfferedTool,
} from './context-input.js';
export type {
  BudgetTerms,
  ContextPart,
  ContextPartKind,
  ContextRemoval,
  ContextReport,
  RemovalAction,
} from './context-report.js';
