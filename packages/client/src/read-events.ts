import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Parses the server-sent events of a body, returning those that arrived together, however the bytes were split. */
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
