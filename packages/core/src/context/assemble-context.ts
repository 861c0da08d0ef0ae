import { countTokens } from '../tokens/count-tokens.js';
import { encodingOf } from '../tokens/encoding-of.js';
import { computeBudget } from './compute-budget.js';
import type { AssembledContext, ContextInput } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import { validateContextSettings, validateModelProfile } from './context-settings.js';
import { CurrentTurn } from './current-turn.js';
import { fitContext } from './fit-context.js';
import { layOutContext } from './lay-out-context.js';
import { numberSources } from './number-sources.js';
import { pastFiles } from './history-index.js';
import { prepareParts } from './prepare-parts.js';
import type { CountOfMessage } from './render-past-turn.js';

/**
 * CTX-1 to CTX-13: what the model sees in one step. Pure: the same input gives the same output. What was rendered and
 * counted before is remembered by the identity of messages, turns and outcomes, which are never changed once handed
 * in, so that a further step costs what is new.
 *
 * ```ts
 * import { assembleContext, defaultContextSettings, modelProfileOf } from '@ibid/core';
 *
 * const { prompt, report } = assembleContext({
 *   model: modelProfileOf('gpt-4o'),
 *   settings: defaultContextSettings,
 *   systemPrompt: 'Be brief.',
 *   agent: null,
 *   project: null,
 *   pastTurns: [],
 *   summary: null,
 *   current: {
 *     user: { role: 'user', id: '1', text: 'Hi', files: [], images: [], createdAt: '2026-01-01T00:00:00Z' },
 *     steps: [],
 *   },
 *   ledger: { sources: [] },
 *   tools: [],
 *   isLastStep: false,
 *   budgetScale: 1,
 *   descriptorsEnabled: false,
 *   userReminder: null,
 *   timeZone: 'UTC',
 * });
 * console.log(prompt.length, report.budget.available);
 * ```
 */
export function assembleContext(input: ContextInput): AssembledContext {
  validateContextSettings(input.settings);
  validateModelProfile(input.model);
  try {
    return assemble(input, { searchProject: false });
  } catch (error) {
    // Project files are only ever whole in the context or searched (CTX-6): searched is what is left to try.
    if (error instanceof ContextOverflow && input.project && input.project.files.length > 0) {
      return assemble(input, { searchProject: true });
    }
    throw error;
  }
}

function assemble(input: ContextInput, options: { searchProject: boolean }): AssembledContext {
  const encoding = encodingOf(input.model);
  const count: CountOfMessage = (text, message) =>
    countTokens(text, encoding, message?.tokenCounts?.[encoding]);
  const toolChoice = toolChoiceOf(input);
  const offered = toolChoice === 'omit' ? [] : input.tools;
  const budget = computeBudget({ ...input, tools: offered });
  const ledger = numberAll(input);
  const turn = new CurrentTurn({ input, ledger, count });
  const parts = prepareParts({ input, ledger, offered, turn, count, encoding, ...options });
  const fitted = fitContext({ input, budget, parts, turn, count });
  return layOutContext({ input, budget, ledger, parts, turn, fitted, toolChoice, encoding });
}

/** FLOW-6: on the last step definitions stay where calls can be forbidden, so that the prefix holds. */
function toolChoiceOf(input: ContextInput): AssembledContext['toolChoice'] {
  if (input.tools.length === 0) return 'omit';
  if (!input.isLastStep) return 'auto';
  return input.model.canForbidTools ? 'none' : 'omit';
}

/** REF-2: in order of first appearance. Past files come first; they have their numbers already, as a rule. */
function numberAll(input: ContextInput) {
  const past = numberSources({ ledger: input.ledger, files: pastFiles(input.pastTurns) });
  return numberSources({
    ledger: past,
    projectFiles: input.project?.files ?? [],
    files: input.current.user.files,
    chunks: input.current.steps.flatMap((step) => step.calls.flatMap((call) => chunksOf(call.outcome))),
  });
}

function chunksOf(outcome: { chunks?: unknown } | undefined) {
  return Array.isArray(outcome?.chunks) ? outcome.chunks : [];
}
