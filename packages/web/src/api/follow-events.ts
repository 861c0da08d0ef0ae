import { ApiError } from './api-error.js';
import { EventStreamParser } from './event-stream.js';
import type { ServerEvent } from './event-stream.js';
import { send } from './request.js';

export interface FollowOptions {
  /** Address for the stream after a cursor; called again after each lost connection. */
  path: () => string;
  /** Returns true when the last event has come. */
  onEvents: (events: ServerEvent[]) => boolean;
  onConnection?: (connected: boolean) => void;
  signal: AbortSignal;
}

const longestPause = 8_000;

/** Reads a stream to its last event, through any number of lost connections (FLOW-8). Throws when it is refused. */
export async function followEvents(options: FollowOptions): Promise<void> {
  let pause = 250;
  while (!options.signal.aborted) {
    try {
      const response = await send(options.path(), {
        headers: { accept: 'text/event-stream' },
        signal: options.signal,
      });
      options.onConnection?.(true);
      pause = 250;
      if (await readToEnd(response, options)) return;
    } catch (error) {
      if (options.signal.aborted) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    }
    options.onConnection?.(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, longestPause);
  }
}

async function readToEnd(response: Response, options: FollowOptions): Promise<boolean> {
  if (response.body === null) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventStreamParser();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const events = parser.push(value);
    if (events.length > 0 && options.onEvents(events)) {
      await reader.cancel();
      return true;
    }
  }
}
