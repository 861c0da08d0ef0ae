import type { ContextInput, StepContext } from './context-input.js';
import { defaultContextSettings } from './context-settings.js';
import { packagedSystemPrompt } from './system-prompt.js';

/** Fills in the default for every field that was left out. */
export function completeContext(input: ContextInput): StepContext {
  const usual: Omit<StepContext, 'model' | 'current' | 'settings'> = {
    systemPrompt: packagedSystemPrompt(),
    agent: null,
    project: null,
    pastTurns: [],
    summary: null,
    tools: [],
    isLastStep: false,
    descriptorsEnabled: false,
    userReminder: null,
    ledger: { sources: [] },
    timeZone: 'UTC',
    budgetScale: 1,
  };
  // `Object.assign`, because fields that follow a spread are slow on Node 20.
  return Object.assign(usual, input, {
    settings: Object.assign({}, defaultContextSettings, input.settings),
    current: { user: input.current.user, steps: input.current.steps ?? [] },
  });
}
