import { callContext } from './call-context.js';
import type { Tool, ToolContext } from '../messages/tool.js';
import type { TurnClock } from './turn-clock.js';

/** FLOW-6: time limit of a call, in milliseconds. */
const DEFAULT_TOOL_TIME_LIMIT = 60_000;

/**
 * Runs one tool within its time limit. Never rejects: failures and time-outs are reported to the model. A tool that is
 * still running then is abandoned, and its later result or error is ignored.
 */
export function runCall(options: {
  tool: Tool;
  input: unknown;
  context: Omit<ToolContext, 'signal'>;
  clock: TurnClock;
  /** The signal of the turn. */
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
    // An async wrapper, so a tool that throws synchronously is caught too.
    const execute = async () => tool.execute(input, callContext(context, controller));
    execute().then(finish, (error: unknown) =>
      finish({
        text: `The tool "${tool.name}" failed: ${error instanceof Error ? error.message : String(error)}`,
        isError: true,
      }),
    );
  });
}
