import { validateDescriptorSettings } from '../descriptors/descriptor-settings.js';
import { countTokens } from '../tokens/count-tokens.js';
import { encodingOf } from '../tokens/encoding-name.js';
import { computeBudget } from './compute-budget.js';
import { completeContext } from './complete-context.js';
import type { AssembledContext, ContextInput, OfferedTool, StepContext } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import { validateContextSettings, validateModelProfile } from './context-settings.js';
import { CurrentTurn } from './current-turn.js';
import { fitContext } from './fit-context.js';
import { layOutContext } from './lay-out-context.js';
import { numberSources } from './number-sources.js';
import { pastFiles } from './history-index.js';
import { prepareParts } from './prepare-parts.js';
import { RenderCache } from './render-cache.js';
import type { RenderMemory } from './render-cache.js';
import type { CountOfMessage } from './render-past-turn.js';
import { briefDefinition, shortDefinition, toolsOfSmallWindow } from './short-definition.js';

/**
 * What the model sees in one step. Pure: the same input gives the same output, and the input objects are not modified.
 * `createContextAssembler` returns the same function with a cache, for the steps of one turn.
 *
 * ```ts
 * import { assembleContext, modelProfileOf } from '@ibid/core';
 *
 * const { prompt, report } = assembleContext({
 *   model: modelProfileOf('gpt-4o'),
 *   systemPrompt: 'Be brief.',
 *   current: {
 *     user: { role: 'user', id: '1', text: 'Hi', files: [], images: [], createdAt: '2026-01-01T00:00:00Z' },
 *   },
 * });
 * console.log(prompt.length, report.budget.available);
 * ```
 */
export function assembleContext(input: ContextInput): AssembledContext {
  return assembleWith(completeContext(input), new RenderCache());
}

/** Reuses earlier renderings. Messages, turns and outcomes must not have changed since. */
export function assembleWith(input: StepContext, cache: RenderCache): AssembledContext {
  validateContextSettings(input.settings);
  validateModelProfile(input.model);
  if (input.descriptorSettings) validateDescriptorSettings(input.descriptorSettings);
  let failure: unknown;
  for (const form of formsOf(input)) {
    try {
      return assemble(input, cache, form);
    } catch (error) {
      if (!(error instanceof ContextOverflow)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** A form in which assembly tries to fit the context: the normal one first, then smaller ones. */
interface ContextForm {
  searchProject: boolean;
  /**
   * `brief` shortens the tool definitions. `short` also shortens the system prompt and offers only tools for small
   * windows.
   */
  size: 'whole' | 'brief' | 'short';
  /** Why this is not the whole form. */
  why: string;
}

const SMALL_WINDOW = 7_000;
/**
 * Here whole tool definitions would take a quarter of the window and leave less for documents than a small window has.
 */
const NARROW_WINDOW = 12_000;

function formsOf(input: StepContext): ContextForm[] {
  const window = input.model.contextWindow;
  const size = window <= SMALL_WINDOW ? 'short' : window <= NARROW_WINDOW ? 'brief' : 'whole';
  const why = `the window has ${window} tokens`;
  const forms: ContextForm[] = [{ searchProject: false, size, why }];
  // Project files are either in the context whole or searched (CTX-6), so searching is the only other option.
  const searchProject = (input.project?.files.length ?? 0) > 0;
  if (searchProject) forms.push({ searchProject, size, why });
  if (size !== 'short')
    forms.push({ searchProject, size: 'short', why: 'with the whole ones the rest did not fit' });
  return forms;
}

function assemble(input: StepContext, cache: RenderCache, form: ContextForm): AssembledContext {
  const encoding = encodingOf(input.model);
  const count: CountOfMessage = (text, message) =>
    countTokens(text, encoding, message?.tokenCounts?.[encoding]);
  const short = form.size === 'short';
  const memory = cache.memoryFor(input, { short });
  const toolChoice = toolChoiceOf(input);
  const tools = toolsIn(form, input, memory);
  const offered = toolChoice === 'omit' ? [] : tools;
  const budget = computeBudget({
    model: input.model,
    settings: input.settings,
    budgetScale: input.budgetScale,
    tools: offered,
    memory,
  });
  const ledger = numberAll(input, memory);
  const turn = new CurrentTurn({ input, ledger, count, memory });
  const { searchProject } = form;
  const shortForm = short ? withoutTools(form.why, input, tools) : null;
  const briefTools = form.size === 'brief' && input.tools.length > 0 ? form.why : null;
  const parts = prepareParts({ input, ledger, offered, turn, count, encoding, memory, short, searchProject });
  const fitted = fitContext({ input, budget, parts, turn, count });
  return layOutContext({
    input,
    budget,
    ledger,
    parts,
    turn,
    fitted,
    toolChoice,
    tools,
    shortForm,
    briefTools,
    encoding,
    memory,
  });
}

function toolsIn(
  { size }: ContextForm,
  { tools }: StepContext,
  memory: RenderMemory,
): readonly OfferedTool[] {
  if (size === 'whole') return tools;
  if (size === 'brief')
    return tools.map((tool) => memory.remember('brief-tool', tool, '', () => briefDefinition(tool)));
  return toolsOfSmallWindow(tools).map((tool) =>
    memory.remember('short-tool', tool, '', () => shortDefinition(tool)),
  );
}

function withoutTools(why: string, input: StepContext, offered: readonly OfferedTool[]): string {
  const left = input.tools.filter(({ name }) => !offered.some((tool) => tool.name === name));
  return left.length === 0 ? why : `${why}; not offered: ${left.map(({ name }) => name).join(', ')}`;
}

/** On the last step, definitions stay in the prompt if calls can be forbidden. This keeps the cached prefix valid. */
function toolChoiceOf(input: StepContext): AssembledContext['toolChoice'] {
  if (input.tools.length === 0) return 'omit';
  if (!input.isLastStep) return 'auto';
  return input.model.canForbidTools ? 'none' : 'omit';
}

/** Numbers sources in order of first appearance. Files of past turns come first; they usually have numbers already. */
function numberAll(input: StepContext, memory: RenderMemory) {
  const past = numberSources({ ledger: input.ledger, files: pastFiles(input.pastTurns, memory) });
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
