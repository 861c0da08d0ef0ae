import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** The server-sent events of a body, as many at a time as came together, however the bytes were cut. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent[]> {
  let events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => void events.push({ event, data }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      if (events.length === 0) continue;
      yield events;
      events = [];
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
