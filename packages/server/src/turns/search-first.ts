import { asksForWhole } from '@ibid/retrieval/internal';
import type { UserMessage } from '@ibid/core/internal';
import type { PastTurn, RunTurnOptions } from '@ibid/core';
import type { Agent } from '@ibid/store/internal';
import type { ResolvedModel } from '../models/model-registry.js';
import type { SystemSettings } from '../settings/system-settings.js';
import { toolSettings } from '../settings/tool-settings.js';

const SEARCH_TOOL = 'retrieve_context';
const SEARCHES = [SEARCH_TOOL, 'agentic_context_search'];
const LONGEST_QUERY = 2_000;
/** A question with fewer words depends on the previous one: "And when?" */
const FEW_WORDS = 5;

/**
 * CIT-7: whether to search documents before calling the model: by the setting, or else for models that seldom search by
 * themselves. Never for an agent without search.
 */
export function searchesFirst(options: {
  system: Pick<SystemSettings, 'tools'>;
  agent: Agent | null;
  model: Pick<ResolvedModel, 'toolSkill' | 'isLanguageModel'>;
  hasKnowledge: boolean;
}): boolean {
  const { system, agent, model } = options;
  if (!options.hasKnowledge || !model.isLanguageModel || !maySearch(agent)) return false;
  const { searchFirst } = toolSettings(system);
  return searchFirst === 'always' || (searchFirst !== 'never' && model.toolSkill !== 'good');
}

/** An agent that has tools but none to search with does not search. */
export function maySearch(agent: Pick<Agent, 'tools'> | null): boolean {
  return !agent?.tools || agent.tools.some((name) => SEARCHES.includes(name));
}

/** The search for a question, including the previous one if it depends on it. */
export function firstSearch(
  user: Pick<UserMessage, 'text'>,
  pastTurns: readonly PastTurn[],
  tools: readonly { name: string }[],
): NonNullable<RunTurnOptions['firstCalls']> {
  const question = user.text.trim();
  const before = pastTurns.at(-1)?.user.text.trim() ?? '';
  const leans = question.split(/\s+/u).length < FEW_WORDS && before !== '';
  const query = (leans ? `${before} ${question}` : question).slice(0, LONGEST_QUERY);
  if (query === '') return [];
  // KB-13: a search finds passages; a question about a whole document requires reading all of it.
  const readsAll = tools.some(({ name }) => name === 'read_all') && asksForWhole(question) !== null;
  return [
    { toolName: SEARCH_TOOL, input: { query } },
    ...(readsAll ? [{ toolName: 'read_all', input: { question } }] : []),
  ];
}
