import { countTokens } from '../tokens/count-tokens.js';
import type { ContextSettings, ModelProfile, OfferedTool } from './context-input.js';
import type { BudgetTerms } from './context-report.js';
import { memoByObject } from './memo-by-object.js';
import { safetyMargin } from './safety-margin.js';

/** What the frame of one definition costs besides its JSON. */
const DEFINITION_OVERHEAD = 12;

const definitionTokens = memoByObject<number>();

/** CTX-10. A scale below 1 widens the margin, so that the terms always add up. */
export function computeBudget(options: {
  model: ModelProfile;
  settings: ContextSettings;
  tools: readonly OfferedTool[];
  budgetScale: number;
}): BudgetTerms {
  const { model, settings, tools } = options;
  const window = model.contextWindow;
  const reservedOutput = Math.min(settings.reservedOutputTokens, model.maxOutputTokens);
  const toolDefinitions = tools.reduce((sum, tool) => sum + tokensOfDefinition(tool, model.tokenizer), 0);
  const margin = safetyMargin(model, settings);
  const unscaled = window - reservedOutput - margin - toolDefinitions;
  const scale = options.budgetScale > 0 && options.budgetScale < 1 ? options.budgetScale : 1;
  const available = Math.max(0, Math.floor(unscaled * scale));
  return {
    window,
    ...(model.windowFrom === undefined ? {} : { windowFrom: model.windowFrom }),
    reservedOutput,
    safetyMargin: margin + Math.max(0, unscaled) - available,
    toolDefinitions,
    available,
  };
}

function tokensOfDefinition(tool: OfferedTool, tokenizer: string | null): number {
  return definitionTokens(tool, tokenizer ?? '', () => {
    const definition = { name: tool.name, description: tool.description, parameters: tool.inputSchema };
    return countTokens(JSON.stringify(definition), tokenizer) + DEFINITION_OVERHEAD;
  });
}
