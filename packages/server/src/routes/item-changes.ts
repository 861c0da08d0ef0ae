import { createRoute } from '@hono/zod-openapi';
import { compareVersions } from '@ibid/core/internal';
import type { LineChange } from '@ibid/core/internal';
import type { Viewer } from '@ibid/retrieval';
import { IdParamSchema, ItemChangesSchema, RevisionQuerySchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { KnowledgeAccess } from '../services.js';

/** Unchanged lines shown before and after a change. */
const AROUND = 2;
const MOST_CHANGES = 300;
const MOST_LINES_EACH = 200;

type Asked = { viewer: Viewer; itemId: string; chunkId: string };

/** KB-11: the text that a citation was made from, read with the viewer's current rights on the item (KB-5). */
export async function keptRevision(
  services: KnowledgeAccess,
  { viewer, itemId, chunkId }: Asked,
): Promise<{ text: string; contentHash: string }> {
  const revision = await services.knowledge.reader.readRevision(viewer, itemId, chunkId);
  if (revision?.text == null || revision.contentHash === null)
    throw new NotFound(
      'The document has changed since, and the version this passage was taken from was not kept.',
      'revision_not_kept',
    );
  return { text: revision.text, contentHash: revision.contentHash };
}

export function registerItemChangesRoute(api: Api, services: KnowledgeAccess): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/changes',
      tags: ['Items'],
      summary: 'Whether an item has changed since a chunk of it was cited, and what',
      request: { params: IdParamSchema, query: RevisionQuerySchema },
      responses: { 200: jsonAnswer(ItemChangesSchema, 'What changed'), ...problems },
    }),
    async (context) => {
      const { viewer } = principalOf(context);
      const { id } = context.req.valid('param');
      const { reader } = services.knowledge;
      const revision = await reader.readRevision(viewer, id, context.req.valid('query').chunk ?? '');
      const now = revision && (await reader.readItemText(viewer, id));
      if (!revision || now === null) throw new NotFound('There is no such item.');
      const { state, text, takenAt, replacedAt } = revision;
      const differences = state === 'changed' && text !== null ? compareVersions(text, now) : [];
      return context.json({ state, takenAt, replacedAt, ...shown(differences) }, 200);
    },
  );
}

/** The changes with some context: most of a long document stays the same. */
function shown(all: readonly LineChange[]) {
  const count = (kind: LineChange['kind']) =>
    all.reduce((sum, change) => sum + (change.kind === kind ? change.lines.length : 0), 0);
  const near = all.flatMap((change, place) =>
    change.kind === 'same'
      ? around(change, { isFirst: place === 0, isLast: place === all.length - 1 })
      : [{ ...change, lines: change.lines.slice(0, MOST_LINES_EACH) }],
  );
  const changes = near
    .slice(0, MOST_CHANGES)
    .map((change) => ({ ...change, lines: change.lines.map((line) => line.replace(/\r?\n$/u, '')) }));
  return { added: count('added'), removed: count('removed'), changes, leftOut: near.length - changes.length };
}

function around(change: LineChange, at: { isFirst: boolean; isLast: boolean }): LineChange[] {
  const { lines, oldLine, newLine } = change;
  const before = at.isFirst ? [] : lines.slice(0, AROUND);
  const from = Math.max(before.length, lines.length - AROUND);
  const after = at.isLast ? [] : lines.slice(from);
  const parts: LineChange[] = [
    { ...change, lines: before },
    { ...change, lines: after, oldLine: oldLine + from, newLine: newLine + from },
  ];
  if (from === before.length) return [{ ...change, lines: [...before, ...after] }].filter(hasLines);
  return parts.filter(hasLines);
}

const hasLines = ({ lines }: LineChange) => lines.length > 0;
