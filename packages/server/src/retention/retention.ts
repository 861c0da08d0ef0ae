import { pathToFileURL } from 'node:url';
import { sourcePrefix } from '@ibid/retrieval/internal';
import { RetentionRepository } from '@ibid/store/internal';
import type { z } from 'zod';
import type { RetentionSchema } from '../api/schemas/index.js';
import type { Auditing, Connections, Erasing, Services, Storage } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { deleteConversation } from '../turns/delete-conversation.js';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** Retention in days by knowledge base id. */
const BASES_SCOPE = 'retention';

/** ORG-3: retention in days; null: forever. */
export type Retention = z.infer<typeof RetentionSchema>;

export interface Gone {
  conversations: number;
  items: number;
  jobs: number;
  usage: number;
}

export async function retentionOfBase(
  services: Pick<Services, 'settings'>,
  knowledgeBaseId: string,
): Promise<number | null> {
  return ((await services.settings.all(BASES_SCOPE))[knowledgeBaseId] ?? null) as number | null;
}

export async function setRetentionOfBase(
  services: Pick<Services, 'settings'>,
  knowledgeBaseId: string,
  days: number | null,
): Promise<void> {
  if (days === null) await services.settings.delete(BASES_SCOPE, knowledgeBaseId);
  else await services.settings.set(BASES_SCOPE, knowledgeBaseId, days);
}

/** Documents of a knowledge base that are past this retention in days. */
export async function dueItems(
  services: Storage & Connections,
  knowledgeBaseId: string,
  days: number,
  now = Date.now(),
): Promise<string[]> {
  const folders = await services.keptFolders.list(knowledgeBaseId);
  const prefixes = folders.map(({ path }) => pathToFileURL(path).href.replace(/\/$/u, ''));
  const sources = await services.connectedSources.list([knowledgeBaseId]);
  prefixes.push(...sources.map(({ id }) => sourcePrefix(id).slice(0, -1)));
  return new RetentionRepository(services.database.db).items(knowledgeBaseId, before(days, now), prefixes);
}

/** What these settings would delete now, as a preview. */
export async function dueByRetention(services: Storage, retention: Retention): Promise<Omit<Gone, 'items'>> {
  const due = new RetentionRepository(services.database.db);
  const count = (days: number | null, look: (time: string) => Promise<number>) =>
    days === null ? 0 : look(before(days));
  return {
    conversations: await count(retention.conversationDays, (time) => due.countConversations(time)),
    jobs: await count(retention.jobDays, (time) => due.countJobs(time)),
    usage: await count(retention.usageDays, (time) => due.countUsage(time)),
  };
}

/**
 * Deletes what is past its retention and logs the numbers in the audit log. Bytes are erased as with other deletions.
 */
export async function runRetention(services: Erasing & Auditing & Connections): Promise<Gone> {
  const { retention } = await readSystemSettings(services.settings);
  const due = new RetentionRepository(services.database.db);
  const gone: Gone = { conversations: 0, items: 0, jobs: 0, usage: 0 };
  if (retention.conversationDays !== null) {
    const time = before(retention.conversationDays);
    // Somebody may just have continued one; the next run decides again.
    gone.conversations = await removeAll(
      () => due.conversations(time),
      (id) =>
        deleteConversation(services, id).then(
          () => true,
          () => false,
        ),
    );
  }
  for (const [knowledgeBaseId, days] of Object.entries(await services.settings.all(BASES_SCOPE)))
    gone.items += await removeAll(
      () => dueItems(services, knowledgeBaseId, Number(days)),
      async (itemId) => {
        await services.knowledge.writer.removeItem({ itemId });
        return true;
      },
    );
  if (retention.jobDays !== null) gone.jobs = await due.deleteJobs(before(retention.jobDays));
  if (retention.usageDays !== null) gone.usage = await due.deleteUsage(before(retention.usageDays));
  if (Object.values(gone).some((count) => count > 0))
    await services.audit.append({
      actor: null,
      via: 'system',
      address: null,
      action: 'retention.run',
      target: null,
      outcome: 'done',
      details: { ...gone },
    });
  return gone;
}

/** A few hundred at a time, until none is left or none can be deleted. */
async function removeAll(
  look: () => Promise<string[]>,
  remove: (id: string) => Promise<boolean>,
): Promise<number> {
  for (let total = 0; ;) {
    let gone = 0;
    for (const id of await look()) if (await remove(id)) gone += 1;
    total += gone;
    if (gone === 0) return total;
  }
}

function before(days: number, now = Date.now()): string {
  return new Date(now - days * DAY_MILLISECONDS).toISOString();
}
