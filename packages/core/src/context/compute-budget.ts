import type { ContextSettings, OfferedTool } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { BudgetTerms } from './context-report.js';
import { definitionTokens } from './definition-tokens.js';
import { RenderMemory } from './render-cache.js';
import { reservedOutput, safetyMargin } from './reserves.js';

/** CTX-10. A scale below 1 widens the margin, and the terms still add up. */
export function computeBudget(options: {
  model: ModelProfile;
  settings: ContextSettings;
  tools: readonly OfferedTool[];
  budgetScale: number;
  /** Tokens kept free for the answer, if the caller asked for a number. */
  reservedOutput?: number | undefined;
  memory?: RenderMemory;
}): BudgetTerms {
  const { model, settings, tools, memory = new RenderMemory() } = options;
  const window = model.contextWindow;
  const reserved = options.reservedOutput ?? reservedOutput(model, settings);
  const toolDefinitions = tools.reduce(
    (sum, tool) => sum + definitionTokens(tool, model.tokenizer, memory),
    0,
  );
  const margin = safetyMargin(model, settings);
  const unscaled = window - reserved - margin - toolDefinitions;
  const scale = options.budgetScale > 0 && options.budgetScale < 1 ? options.budgetScale : 1;
  const available = Math.max(0, Math.floor(unscaled * scale));
  return {
    window,
    ...(model.windowFrom === undefined ? {} : { windowFrom: model.windowFrom }),
    reservedOutput: reserved,
    safetyMargin: margin + Math.max(0, unscaled) - available,
    toolDefinitions,
    available,
  };
}
