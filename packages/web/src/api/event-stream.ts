/** One event of a `text/event-stream`. */
export interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
}

/** Splits a stream of server-sent events, however the bytes were cut. Comments are skipped. */
export class EventStreamParser {
  #rest = '';
  #id: string | null = null;
  #event = '';
  #data: string[] = [];

  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #line(line: string): ServerEvent | null {
    if (line === '') {
      if (this.#data.length === 0) return null;
      const event = { id: this.#id, event: this.#event || 'message', data: this.#data.join('\n') };
      this.#event = '';
      this.#data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id') this.#id = value;
    return null;
  }
}
