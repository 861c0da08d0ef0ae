import type { StepContext, OfferedTool } from '../context/context-input.js';
import type { TurnStep, UserMessage } from '../messages/chat-message.js';
import { withFields } from '../messages/with-fields.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { Fitting } from './fit-again.js';
import { offeredTools } from './offered-tools.js';
import type { RunTurnOptions } from './run-turn-options.js';
import { toolsOfTurn } from './tools-of-turn.js';

/** The input of one step's context. */
export function stepInput(options: {
  turn: Pick<RunTurnOptions, 'context' | 'descriptorSettings'>;
  user: UserMessage;
  steps: readonly TurnStep[];
  tools: readonly OfferedTool[];
  ledger: SourceLedgerSnapshot;
  isLastStep: boolean;
  fitting: Fitting;
  /** Said to the model in this step only. */
  nudge: string | null;
}): StepContext {
  const { turn, user, steps, tools, ledger, isLastStep, fitting } = options;
  // The caller's object may have more fields than needed.
  return withFields(turn.context, {
    userReminder: [turn.context.userReminder, options.nudge].filter(Boolean).join('\n\n') || null,
    current: { user, steps: [...steps] },
    tools,
    isLastStep,
    ledger,
    model: fitting.model,
    settings: fitting.settings,
    budgetScale: fitting.budgetScale,
    descriptorSettings: turn.context.descriptorSettings ?? turn.descriptorSettings,
  });
}

/** The input that `runTurn` would assemble its first step from, for previewing it. */
export function firstStepInput(
  turn: Pick<
    RunTurnOptions,
    | 'context'
    | 'descriptorSettings'
    | 'user'
    | 'ledger'
    | 'tools'
    | 'descriptors'
    | 'workspace'
    | 'assistantMessageId'
    | 'initialSteps'
    | 'maxSteps'
  >,
): StepContext {
  return stepInput({
    turn,
    user: turn.user,
    steps: turn.initialSteps ?? [],
    tools: offeredTools(toolsOfTurn(turn)),
    ledger: turn.ledger,
    isLastStep: turn.maxSteps === 1,
    fitting: { model: turn.context.model, settings: turn.context.settings, budgetScale: 1 },
    nudge: null,
  });
}
