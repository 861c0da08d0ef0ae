import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';

interface StartedTurn {
  turnId: string;
  assistantMessageId: string;
}

interface Description {
  components: { schemas: Record<string, object> };
}

let folder: string;
let server: Awaited<ReturnType<typeof startLoginServer>>['server'];
let root: LoggedIn;
let description: Description;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-openapi-'));
  ({ server, root } = await startLoginServer({ dataFolder: folder }));
  description = await root.client.get<Description>('/openapi.json');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Reads a named schema as a client's generator does. */
function schemaOf(name: string): z.ZodType {
  const $defs = JSON.parse(
    JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Record<string, object>;
  return z.fromJSONSchema({ ...$defs[name], $defs } as Parameters<typeof z.fromJSONSchema>[0]);
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
  );
}

describe('API-1 the OpenAPI document, as a program reads it', () => {
  it('accepts what the server accepts and gives: no pattern has the slash and flags of a literal', async () => {
    const patterns = [...new Set(patternsIn(description))];
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
      expect(pattern).not.toMatch(/\/[a-z]+$/u);
    }
    const { client } = root;
    const { id } = await client.newConversation();
    const first = { text: 'Hello', parentMessageId: null };
    const { turnId, assistantMessageId } = await client.post<StartedTurn>(
      `/api/conversations/${id}/turns`,
      first,
    );
    await client.events(turnId);
    const second = { text: 'And again', parentMessageId: assistantMessageId };
    for (const body of [first, second]) expect(() => schemaOf('NewTurn').parse(body)).not.toThrow();
    expect(() => schemaOf('NewTurn').parse({ ...second, parentMessageId: 'no id' })).toThrow('pattern');
    await client.events((await client.post<StartedTurn>(`/api/conversations/${id}/turns`, second)).turnId);
    const conversation = await client.get(`/api/conversations/${id}`);
    expect(() => schemaOf('Conversation').parse(conversation)).not.toThrow();
    const { messages } = await client.get<{ messages: unknown[] }>(`/api/conversations/${id}/messages`);
    expect(messages).toHaveLength(4);
    for (const one of messages) expect(() => schemaOf('Message').parse(one)).not.toThrow();
  });
});
