import type { Viewer } from '@ibid/retrieval';
import type { AuditLine } from '@ibid/store/internal';
import type { Accounts, Agents, Connections, Conversations, KnowledgeAccess } from '../services.js';
import type { Projects, Research } from '../services.js';

export type Naming = Accounts & Agents & Connections & Conversations & KnowledgeAccess & Projects & Research;

/** Kinds of objects behind the ids in details. */
const IDS_IN_DETAILS: Readonly<Record<string, string>> = {
  to: 'user',
  userId: 'user',
  knowledgeBaseId: 'knowledge-base',
};

/**
 * ORG-2: the current names for ids in the audit log. The log itself stores no names of objects, since users wrote them.
 * Readers, administrators included, get only names that they may see anyway.
 */
export async function namesInLines(
  services: Naming,
  viewer: Viewer,
  lines: readonly AuditLine[],
): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  for (const { target, details } of lines) {
    if (target) kinds.set(target.id, target.kind);
    for (const [field, kind] of Object.entries(IDS_IN_DETAILS))
      if (typeof details[field] === 'string') kinds.set(details[field], kind);
  }
  const bases = new Map((await services.knowledge.bases.list(viewer)).map(({ id, name }) => [id, name]));
  const names = new Map<string, string>();
  for (const [id, kind] of kinds) {
    const name = await nameOf(services, viewer, bases, { id, kind });
    if (name) names.set(id, name);
  }
  return names;
}

async function nameOf(
  services: Naming,
  viewer: Viewer,
  bases: ReadonlyMap<string, string>,
  { kind, id }: { kind: string; id: string },
): Promise<string | undefined> {
  switch (kind) {
    case 'user':
      return (await services.users.get(id))?.name;
    case 'knowledge-base':
      return bases.get(id);
    case 'conversation':
      return (await services.conversations.get(viewer, id))?.title;
    case 'project':
      return (await services.projects.get(viewer, id))?.name;
    case 'agent':
      return (await services.agents.get(viewer, id))?.name;
    case 'table':
      return (await services.evidenceTables.get(viewer, id))?.name;
    case 'item':
      return (await services.knowledge.reader.getItem(viewer, id))?.title;
    case 'source': {
      const source = await services.connectedSources.get(id);
      return source && bases.has(source.knowledgeBaseId) ? source.name : undefined;
    }
    default:
      return undefined;
  }
}
