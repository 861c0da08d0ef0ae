import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { Block } from './block.js';
import { emptyBlock, MESSAGE_OVERHEAD, textBlock } from './block.js';
import type { StepContext, OfferedTool } from './context-input.js';
import type { CurrentTurn } from './current-turn.js';
import type { HistoryIndex } from './history-index.js';
import { historyIndexOf } from './history-index.js';
import { citationReminderPrompt, summaryIntroPrompt } from './prompts/prompts.generated.js';
import type { CountOfMessage } from './render-past-turn.js';
import type { RenderedProject } from './render-project.js';
import { renderProject } from './render-project.js';
import type { RenderMemory } from './render-cache.js';
import { renderReminder } from './render-reminder.js';
import { reservedOutput, safetyMargin } from './reserves.js';
import { renderSystemPrompt, citationRules, shortTemplate } from './system-prompt.js';
import { wellFormed } from './well-formed.js';

/** Everything around the current turn, rendered and counted before fitting. */
export interface PreparedParts {
  system: Block;
  summary: Block;
  /** How many of the oldest turns the summary covers. */
  covered: number;
  history: HistoryIndex;
  agent: Block;
  project: RenderedProject;
  reminder: Block;
  /** Tokens of the parts that are never cut: system, agent, project, reminder. */
  fixedTokens: number;
  /** Tokens that citation rules and reminder would add once something is found; 0 if they are already included. */
  citationTokens: number;
}

export function prepareParts(options: {
  input: StepContext;
  ledger: SourceLedgerSnapshot;
  offered: readonly OfferedTool[];
  turn: CurrentTurn;
  searchProject: boolean;
  /** Uses the short sections of the system prompt, for a small window. */
  short: boolean;
  count: CountOfMessage;
  encoding: string;
  memory: RenderMemory;
}): PreparedParts {
  const { input, count, turn, memory } = options;
  const history = historyIndexOf({
    turns: input.pastTurns,
    ledger: options.ledger,
    vision: input.model.vision,
    pastResultSummaries: input.settings.pastResultSummaries,
    descriptorsEnabled: input.descriptorsEnabled,
    descriptorSettings: turn.settings,
    count,
    window: input.model.contextWindow,
    tokenizer: options.encoding,
    memory,
  });
  const replaced = input.agent?.replaceSystemPrompt === true;
  const agent = replaced ? emptyBlock : agentBlock(input, count);
  const given = (replaced ? input.agent?.prompt : input.systemPrompt) ?? '';
  const template = options.short ? shortTemplate(given) : given;
  const project = renderProject({
    project: input.project,
    room: projectRoom(options, template, agent.tokens),
    forceSearch: options.searchProject,
    ledger: options.ledger,
    descriptorsEnabled: input.descriptorsEnabled,
    memory,
    count,
  });
  const searched = hasSearched(input, turn);
  const standing =
    project.shown.length + turn.files(turn.start.files).shown.length + history.shown.length > 0;
  const rules = placeOfCitationRules({ input, turn, standing, searched });
  const withRules = rules === 'system';
  const key = [
    withRules,
    input.timeZone,
    input.current.user.createdAt,
    input.agent?.replaceSystemPrompt === true ? input.agent.id : '',
    ...options.offered.map(({ name, guidance }) => `${name} ${guidance ?? ''}`),
    template,
  ].join('\0');
  const system = memory.rememberLast('system', input.current.user, key, () =>
    systemBlock({ template, citationRules: withRules, ...options }),
  );
  const reminder = reminderBlock({
    input,
    hasSearched: searched,
    hasCalls: turn.views.length > 0,
    citationRules: rules === 'reminder' ? citationRules(options.short) : null,
    count,
  });
  return {
    system,
    ...summaryOf(input, count),
    history,
    agent,
    project,
    reminder,
    fixedTokens: system.tokens + agent.tokens + project.block.tokens + reminder.tokens,
    citationTokens:
      (rules === 'none' ? count(citationRules(options.short)) : 0) +
      (searched ? 0 : count(citationReminderPrompt) + MESSAGE_OVERHEAD),
  };
}

/**
 * CTX-6: a share of the window after the fixed parts. Its inputs do not change within a turn, so neither does the
 * decision.
 */
function projectRoom(
  options: Parameters<typeof prepareParts>[0],
  template: string,
  agentTokens: number,
): number {
  const { model, settings } = options.input;
  const margin = safetyMargin(model, settings);
  const { start } = options.turn;
  const user = options.turn.user(start.user, start.markedImages).tokens;
  const rest =
    model.contextWindow -
    reservedOutput(model, settings) -
    margin -
    options.count(template) -
    agentTokens -
    user;
  return Math.max(0, Math.floor(rest * settings.projectShare));
}

/**
 * CTX-2: the rules go into the system prompt if they are known to be needed before the turn's first call. If a call of
 * this turn made them necessary, they go to the end of the context, because the prefix must not change within a turn.
 */
function placeOfCitationRules(options: {
  input: StepContext;
  turn: CurrentTurn;
  /** Whether the context contains sources before the turn's first call. */
  standing: boolean;
  searched: boolean;
}): 'system' | 'reminder' | 'none' {
  const { input, turn, searched } = options;
  if (input.settings.citationRulesAfterSearchOnly) return searched ? 'reminder' : 'none';
  if (options.standing || input.tools.some((tool) => tool.isSearch)) return 'system';
  return searched || turn.views.some((view) => view.fresh.length > 0) ? 'reminder' : 'none';
}

/** True if a call returned a list of documents, even an empty one, or if a search tool was called. */
function hasSearched(input: StepContext, turn: CurrentTurn): boolean {
  if (turn.views.length === 0) return false;
  const searchTools = new Set(input.tools.filter((tool) => tool.isSearch).map((tool) => tool.name));
  return turn.views.some(({ call }) => call.outcome?.chunks !== undefined || searchTools.has(call.toolName));
}

function systemBlock(options: {
  input: StepContext;
  offered: readonly OfferedTool[];
  template: string;
  short: boolean;
  citationRules: boolean;
  count: (text: string) => number;
}): Block {
  const { input } = options;
  // An empty stored prompt means none (CTX-2), so no sections are filled in either.
  if (options.template.trim() === '') return emptyBlock;
  const text = wellFormed(
    renderSystemPrompt({
      template: options.template,
      short: options.short,
      tools: options.offered,
      citationRules: options.citationRules,
      descriptorsEnabled: input.descriptorsEnabled,
      createdAt: input.current.user.createdAt,
      timeZone: input.timeZone,
    }),
  );
  if (text === '') return emptyBlock;
  const origin = input.agent?.replaceSystemPrompt ? `agent ${input.agent.id}` : 'system prompt';
  return textBlock({
    role: 'system',
    part: { kind: 'system', origin, reason: 'always first', text },
    count: options.count,
  });
}

function agentBlock(input: StepContext, count: (text: string) => number): Block {
  const text = wellFormed(input.agent?.prompt.trim() ?? '');
  if (!input.agent || text === '') return emptyBlock;
  const part = { kind: 'agent', origin: input.agent.id, reason: 'prompt of the agent', text } as const;
  return textBlock({ role: 'user', part, count });
}

function summaryOf(
  input: StepContext,
  count: (text: string) => number,
): Pick<PreparedParts, 'summary' | 'covered'> {
  const covered = Math.min(input.summary?.coversTurns ?? 0, input.pastTurns.length);
  if (!input.summary || covered <= 0 || input.summary.text.trim() === '')
    return { summary: emptyBlock, covered: 0 };
  const text = `${summaryIntroPrompt}\n${wellFormed(input.summary.text.trim())}`;
  const reason = covered === 1 ? 'stands for the oldest turn' : `stands for the oldest ${covered} turns`;
  const part = { kind: 'summary', origin: 'running summary', reason, text } as const;
  return { summary: textBlock({ role: 'user', part, count }), covered };
}

function reminderBlock(options: {
  input: StepContext;
  hasSearched: boolean;
  hasCalls: boolean;
  citationRules: string | null;
  count: (text: string) => number;
}): Block {
  const { input, count } = options;
  const text = renderReminder({
    hasSearched: options.hasSearched,
    citationRules: options.citationRules,
    isLastStep: input.isLastStep && (input.tools.length > 0 || options.hasCalls),
    agentReminder: input.agent?.reminder ?? null,
    userReminder: input.userReminder,
  });
  if (text === '') return emptyBlock;
  const part = {
    kind: 'reminder',
    origin: 'reminders',
    reason: 'always last',
    text: wellFormed(text),
  } as const;
  return textBlock({ role: 'user', part, count });
}
