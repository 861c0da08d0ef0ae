/** Server-sent events of a response body, by the rules of the format: fields by line, an event by blank line. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ id: string | null; event: string; data: string }> {
  const decoder = new TextDecoder();
  let buffered = '';
  let id: string | null = null;
  let event = '';
  let data: string[] = [];
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      buffered += decoder.decode(value, { stream: true });
      let end = buffered.indexOf('\n');
      while (end >= 0) {
        const line = buffered.slice(0, end).replace(/\r$/u, '');
        buffered = buffered.slice(end + 1);
        end = buffered.indexOf('\n');
        if (line === '') {
          if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
          event = '';
          data = [];
        } else if (!line.startsWith(':')) {
          const colon = line.indexOf(':');
          const field = colon < 0 ? line : line.slice(0, colon);
          const content = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
          if (field === 'data') data.push(content);
          else if (field === 'event') event = content;
          else if (field === 'id') id = content;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
