import { citationReminderPrompt, lastStepNoticePrompt } from './prompts/prompts.generated.js';

/**
 * CTX-8: one message for everything that has to be said last, so that no kind of reminder displaces another. Empty
 * when there is nothing to say.
 */
export function renderReminder(options: {
  /** A search ran in this turn. */
  hasSearched: boolean;
  /** Where they are not in the system prompt but have become necessary in this turn (CTX-2). */
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
  // Tagged, so that no model takes it for what the person said.
  return said.length > 0 ? `<reminder>\n${said.join('\n\n')}\n</reminder>` : '';
}
