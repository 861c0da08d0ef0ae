import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { renderReminder } from '../context/render-reminder.js';
import { descriptorsPrompt } from '../context/prompts/prompts.generated.js';
import { citationRules } from '../context/system-prompt.js';
import type { ConversationMemory } from '../toolbox/conversation-memory.js';

/** CTX-2, CTX-8: adds the rules if something can be cited, and the reminder at the end once this turn has searched. */
export function withInstructions(
  params: LanguageModelV4CallOptions,
  memory: Pick<ConversationMemory, 'searchTools' | 'ledger'>,
  /** FD-9: references are explained only if they are stored. */
  withReferences: boolean,
): { prompt: LanguageModelV4Prompt; reminder: LanguageModelV4Prompt } {
  const { prompt, tools } = params;
  const isSearch = (name: string): boolean => memory.searchTools.has(name);
  const canCite = memory.ledger.sources.length > 0 || (tools ?? []).some(({ name }) => isSearch(name));
  const turn = prompt.slice(prompt.findLastIndex(({ role }) => role === 'user') + 1);
  const text = renderReminder({
    hasSearched: turn.some(
      ({ role, content }) =>
        role === 'tool' && content.some((part) => part.type === 'tool-result' && isSearch(part.toolName)),
    ),
    citationRules: null,
    isLastStep: params.toolChoice?.type === 'none' && turn.length > 0,
    agentReminder: null,
    userReminder: null,
  });
  return {
    prompt: withRules(prompt, rulesFor({ canCite, withReferences })),
    reminder: text === '' ? [] : [{ role: 'user', content: [{ type: 'text', text }] }],
  };
}

/** The rules on citing and naming for the system prompt; empty if none apply. */
export function rulesFor(options: { canCite: boolean; withReferences: boolean }): string {
  const rules = [options.canCite ? citationRules() : '', options.withReferences ? descriptorsPrompt : ''];
  return rules.filter((text) => text !== '').join('\n\n');
}

function withRules(prompt: LanguageModelV4Prompt, rules: string): LanguageModelV4Prompt {
  if (rules === '') return prompt;
  const [first, ...rest] = prompt;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${rules}` }, ...rest]
    : [{ role: 'system', content: rules }, ...prompt];
}
