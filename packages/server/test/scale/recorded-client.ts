import type { TestClient } from '../../src/acceptance/test-client.js';

/** What one client did and saw of one turn. */
export interface RecordedTurn {
  conversationId: string;
  turnId: string;
  /** All frames received, in order, over all its connections. */
  seen: string;
  wasStopped: boolean;
}

/** Asks and watches until the turn is over, as a good client does: repeats with the same key and the same cursor. */
export async function runRecordedTurn(options: {
  client: TestClient;
  key: string;
  modelId: string;
  stopsAfter: number | null;
}): Promise<RecordedTurn> {
  const { client, key, modelId, stopsAfter } = options;
  const { id: conversationId } = await persist(() =>
    client.send<{ id: string }>('POST', '/api/conversations', {}),
  );
  const { turnId } = await persist(() =>
    client.send<{ turnId: string }>(
      'POST',
      `/api/conversations/${conversationId}/turns`,
      { text: key, parentMessageId: null, modelId },
      { 'idempotency-key': key },
    ),
  );
  let seen = '';
  let cursor = 0;
  let wasStopped = false;
  for (;;) {
    const stopsHere = stopsAfter !== null && !wasStopped;
    const part = await client.events(turnId, { after: cursor, ...(stopsHere ? { most: stopsAfter } : {}) });
    seen += part.raw;
    const last = part.packets.at(-1);
    cursor = last?.seq ?? cursor;
    if (last?.type === 'turn-stop') return { conversationId, turnId, seen, wasStopped };
    if (stopsHere && part.packets.length >= stopsAfter) {
      await persist(() => client.send('POST', `/api/turns/${turnId}/stop`));
      wasStopped = true;
    }
    if (!last) await pause();
  }
}

/** Retries while the response is a server error. */
export async function persist<Body>(send: () => Promise<{ status: number; body: Body }>): Promise<Body> {
  for (;;) {
    try {
      const { status, body } = await send();
      if (status < 400) return body;
      if (status < 500) throw new RangeError(`${status} ${JSON.stringify(body)}`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}
