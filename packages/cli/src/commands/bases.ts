import type { IbidClient, Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';

type Base = Schemas['KnowledgeBase'];
type Item = Schemas['Item'];

/** `ibid list [KB]`: the knowledge bases, or the documents of one. */
export async function list(
  name: string | undefined,
  options: ConnectOptions & { json?: boolean },
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  try {
    const { rows: bases } = await connection.client.request('GET /api/knowledge-bases', {});
    const show = (value: object, line: string) =>
      context.write(options.json ? `${JSON.stringify(value)}\n` : `${line}\n`);
    if (name === undefined) {
      for (const base of bases) show(base, lineOf(base));
      if (bases.length === 0) context.note('There is no knowledge base yet. Make one: ibid ingest FOLDER');
      return EXIT.ok;
    }
    const base = baseNamed(bases, name);
    if (!base) return notThere(name, bases, context);
    let count = 0;
    for await (const item of itemsOf(connection.client, base)) {
      count += 1;
      show(
        item,
        `${item.id}  ${withoutControls(item.name)}  ${context.terminal.dim(withoutControls(item.title))}`,
      );
    }
    if (count === 0)
      context.note(`${base.name} has no documents yet. Add some: ibid ingest PATH --kb "${base.name}"`);
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** `ibid delete KB [DOCUMENT…]`: deletes a knowledge base with all its documents, or some of them by name or id. */
export async function remove(
  name: string,
  documents: readonly string[],
  options: ConnectOptions & { yes?: boolean },
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  try {
    const { rows: bases } = await client.request('GET /api/knowledge-bases', {});
    const base = baseNamed(bases, name);
    if (!base) return notThere(name, bases, context);
    if (documents.length === 0) {
      if (!options.yes) return ask(`${base.name}, with ${counted(base.items, 'document')}`, context);
      await client.request('DELETE /api/knowledge-bases/{id}', { path: { id: base.id } });
      context.write(`Deleted ${base.name}.\n`);
      return EXIT.ok;
    }
    const found: Item[] = [];
    const left = new Set(documents);
    for await (const item of itemsOf(client, base)) {
      const called = documents.filter((document) => document === item.id || document === item.name);
      if (called.length > 0) found.push(item);
      for (const document of called) left.delete(document);
    }
    if (left.size > 0) {
      context.note(
        `${base.name} has no ${[...left].join(', ')}. Nothing was deleted. ibid list "${base.name}" names its documents.`,
      );
      return EXIT.nothingFound;
    }
    if (!options.yes) return ask(`${counted(found.length, 'document')} of ${base.name}`, context);
    for (const { id } of found) await client.request('DELETE /api/items/{id}', { path: { id } });
    context.write(`Deleted ${counted(found.length, 'document')} of ${base.name}.\n`);
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

function baseNamed(bases: readonly Base[], name: string): Base | undefined {
  return bases.find((base) => base.id === name || base.name.toLowerCase() === name.toLowerCase());
}

function notThere(name: string, bases: readonly Base[], context: CommandContext): number {
  const others = bases.map((base) => base.name).join(', ');
  context.note(
    `There is no knowledge base "${name}". ${others ? `There are: ${others}.` : 'There is none yet.'}`,
  );
  return EXIT.nothingFound;
}

function ask(what: string, context: CommandContext): number {
  context.note(`This deletes ${what}, for good. Add --yes to do it.`);
  return EXIT.usage;
}

async function* itemsOf(client: IbidClient, base: Base): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const page: { rows: Item[]; cursor: string | null } = await client.request(
      'GET /api/knowledge-bases/{id}/items',
      { path: { id: base.id }, query: cursor ? { cursor, limit: 100 } : { limit: 100 } },
    );
    yield* page.rows;
    ({ cursor } = page);
  } while (cursor !== null);
}

function lineOf(base: Base): string {
  const shared = base.isOwner ? '' : '  shared with you';
  return `${base.id}  ${withoutControls(base.name)}  ${counted(base.items, 'document')}, ${counted(base.chunks, 'chunk')}${shared}`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
