import { callContext } from './call-context.js';
import type { Tool, ToolContext } from '../messages/tool.js';
import type { TurnClock } from './turn-clock.js';

/** FLOW-6: how long a call may take, in milliseconds. */
const DEFAULT_TOOL_TIME_LIMIT = 60_000;

/**
 * Runs one tool within its time limit. Never rejects: a failure or a time-out is reported to the model. A tool that continues
 * after that is left behind; what it returns or throws then goes nowhere.
 */
export function runCall(options: {
  tool: Tool;
  input: unknown;
  context: Omit<ToolContext, 'signal'>;
  clock: TurnClock;
  /** Of the turn. */
  signal: AbortSignal;
}): Promise<unknown> {
  const { tool, input, context, clock, signal } = options;
  const limit = tool.timeLimitMilliseconds ?? DEFAULT_TOOL_TIME_LIMIT;
  return new Promise((resolve) => {
    const controller = new AbortController();
    const onAbort = () => {
      cancelLimit();
      controller.abort(signal.reason);
    };
    const finish = (value: unknown) => {
      cancelLimit();
      signal.removeEventListener('abort', onAbort);
      resolve(value);
    };
    const cancelLimit = clock.after(limit, () => {
      finish({
        text: `The tool "${tool.name}" took longer than ${limit / 1000} s and was stopped. Continue without it, or call it with less to do.`,
        isError: true,
      });
      controller.abort(new DOMException('The call took too long.', 'TimeoutError'));
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    // Inside a function of its own, so that a tool which throws before its first await is caught too.
    const execute = async () => tool.execute(input, callContext(context, controller));
    execute().then(finish, (error: unknown) =>
      finish({
        text: `The tool "${tool.name}" failed: ${error instanceof Error ? error.message : String(error)}`,
        isError: true,
      }),
    );
  });
}
