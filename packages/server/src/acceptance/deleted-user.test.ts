import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { LOGIN_OPTIONS, startLoginServer, type LoggedIn } from './login-server.js';
import { compressNothing, makeOriginalsOld, makeStatistics, placesWith } from './places-with.js';
import { createTestServer } from './test-store.js';

let folder: string;
let server: IbidServer;
let root: LoggedIn;
let ann: LoggedIn;
let add: (name: string) => Promise<LoggedIn>;
/** A turn waits for this if its question says so. */
let gate: Promise<void> = Promise.resolve();

const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => scriptedModel([[{ text: 'A title' }]]).doGenerate(call),
  doStream: async (call) => {
    if (JSON.stringify(call.prompt.at(-1)).includes('wait')) await gate;
    return scriptedModel([[{ text: 'Noted.' }]]).doStream(call);
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-user-'));
  const models = [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }];
  ({ server, root, add } = await startLoginServer({ dataFolder: folder, models }));
  await compressNothing(folder);
  await root.client.send('PUT', '/api/settings', { system: { models: { chat: 'own/chat' } } });
  ann = await add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A user with a private and a shared conversation, a project, an agent and a stored response, each with its own word.
 */
async function personWith(name: string) {
  const person = await add(name);
  const { client } = person;
  const said = async (text: string) => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, text);
    await client.events(turnId);
    return id;
  };
  const secret = await said(`My secret is ${name}private.`);
  const shared = await said(`All may know of ${name}shared.`);
  const sharing = { visibility: 'shared', sharedWithUsers: [ann.id] };
  await client.send('PATCH', `/api/conversations/${shared}`, { sharing });
  await client.post('/api/projects', { name: `${name}project`, instructions: 'Be brief.' });
  await client.post('/api/agents', { name: `${name}agent`, prompt: 'Be kind.' });
  await client.post('/v1/responses', { model: 'ibid', input: `Keep ${name}response.` });
  await client.send('PUT', '/api/settings', { user: { reminder: `Mind ${name}reminder.` } });
  return { ...person, secret, shared };
}

const words = (name: string, ...ends: string[]) => ends.map((end) => `${name}${end}`);
const OWN = ['private', 'project', 'agent', 'response', 'reminder'];
const sees = async (id: string) => (await ann.client.send('GET', `/api/conversations/${id}/messages`)).status;

describe('ORG-3 a user who is deleted', () => {
  it('takes all along, or leaves all, as the administrator says', async () => {
    const dora = await personWith('dora');
    const all = await root.client.send('DELETE', `/api/users/${dora.id}?conversations=delete-all`);
    expect(all.status).toBe(200);
    expect(await sees(dora.shared)).toBe(404);
    const emil = await personWith('emil');
    const none = await root.client.send('DELETE', `/api/users/${emil.id}?conversations=keep`);
    expect(none.status).toBe(200);
    expect(await sees(emil.shared)).toBe(200);
    expect(await sees(emil.secret)).toBe(404);
    await makeStatistics(folder);
    expect(await placesWith(folder, 'emilprivate')).not.toEqual([]);
    const odd = await root.client.send('DELETE', `/api/users/${ann.id}?conversations=some`);
    expect(odd.status).toBe(400);
  });

  it('ORG-3 hands over what they had to somebody, or leaves nothing, and says what became of it', async () => {
    const gina = await personWith('gina');
    const base = await gina.client.post<{ id: string }>('/api/knowledge-bases', { name: 'ginabase' });
    const refused = await root.client.send('DELETE', `/api/users/${gina.id}?objects=hand-over`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'no_heir' } });
    const given = await root.client.send('DELETE', `/api/users/${gina.id}?objects=hand-over&to=${ann.id}`);
    expect(given).toMatchObject({
      status: 200,
      body: {
        deleted: { conversations: 1, projects: 0, agents: 0, knowledgeBases: 0, responses: 1 },
        handedOver: { conversations: 1, projects: 1, agents: 1, knowledgeBases: 1 },
        left: {},
      },
    });
    const own = await ann.client.get<{ isOwner?: boolean }>(`/api/knowledge-bases/${base.id}`);
    expect(own.isOwner).toBe(true);
    expect(
      (await ann.client.send('PATCH', `/api/conversations/${gina.shared}`, { title: 'Mine' })).status,
    ).toBe(200);

    const hugo = await personWith('hugo');
    await hugo.client.post('/api/knowledge-bases', { name: 'hugobase' });
    const erased = await root.client.send<{ auditLines: number }>(
      'DELETE',
      `/api/users/${hugo.id}?conversations=delete-all&objects=delete`,
    );
    expect(erased.body).toMatchObject({
      deleted: { conversations: 2, projects: 1, agents: 1, knowledgeBases: 1, responses: 1 },
      handedOver: {},
      left: {},
    });
    expect(erased.body.auditLines).toBeGreaterThan(0);
  });

  it('goes while a turn of theirs is running, which is stopped', async () => {
    const { client, id } = await add('fritz');
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    const conversation = await client.newConversation();
    await client.ask(conversation.id, 'wait for me');
    expect((await root.client.send('DELETE', `/api/users/${id}`)).status).toBe(200);
    open();
    expect((await client.send('GET', '/api/conversations')).status).toBe(401);
    const { rows } = await root.client.get<{ rows: { id: string }[] }>('/api/users');
    expect(rows.map((user) => user.id)).not.toContain(id);
  });

  it('takes along what only they could see, or all where they are erased, to the last byte', async () => {
    const carlo = await personWith('carlo');
    const ivana = await personWith('ivana');
    const base = await ivana.client.post<{ id: string }>('/api/knowledge-bases', { name: 'ivanabase' });
    const form = new FormData();
    form.append('files', new Blob(['The ivanadocument is nobody else’s business.']), 'ivanafile.txt');
    const uploads = `/api/knowledge-bases/${base.id}/uploads`;
    const { body } = await ivana.client.send<{ jobId: string }>('POST', uploads, form);
    const state = async () => (await ivana.client.get(`/api/jobs/${body.jobId}`))['state'];
    await expect.poll(state).toBe('done');
    const gone = [...words('carlo', ...OWN), ...words('ivana', ...OWN, 'shared', 'base', 'document', 'file')];
    await makeStatistics(folder);
    expect((await placesWith(folder, ...gone)).length).toBeGreaterThan(gone.length);
    expect((await root.client.send('DELETE', `/api/users/${carlo.id}`)).status).toBe(200);
    expect(await sees(carlo.shared)).toBe(200);
    const everything = `/api/users/${ivana.id}?conversations=delete-all&objects=delete`;
    expect((await root.client.send('DELETE', everything)).status).toBe(200);
    // The database log contains old versions of pages until the next clean-up, which runs hourly and at startup.
    await server.close();
    await makeOriginalsOld(folder);
    server = await createTestServer({ ...LOGIN_OPTIONS, dataFolder: folder });
    await server.listen();
    await expect.poll(() => placesWith(folder, ...gone)).toEqual([]);
    expect(await placesWith(folder, 'carloshared')).not.toEqual([]);
  });
});
