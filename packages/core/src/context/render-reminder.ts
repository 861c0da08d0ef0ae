import { citationReminderPrompt, lastStepNoticePrompt } from './prompts/prompts.generated.js';

/**
 * CTX-8: one message for everything that must come last, so no reminder displaces another. Empty if there is nothing to
 * say.
 */
export function renderReminder(options: {
  /** Whether a search ran in this turn. */
  hasSearched: boolean;
  /** The citation rules, if this turn made them necessary and the system prompt lacks them (CTX-2). */
  citationRules: string | null;
  isLastStep: boolean;
  agentReminder: string | null;
  userReminder: string | null;
}): string {
  const said: string[] = [];
  if (options.citationRules !== null) said.push(options.citationRules);
  if (options.hasSearched) said.push(citationReminderPrompt);
  if (options.isLastStep) said.push(lastStepNoticePrompt);
  for (const own of [options.agentReminder, options.userReminder]) {
    const text = own?.trim();
    if (text && !said.includes(text)) said.push(text);
  }
  // Tagged, so models do not mistake it for the user's words.
  return said.length > 0 ? `<reminder>\n${said.join('\n\n')}\n</reminder>` : '';
}
