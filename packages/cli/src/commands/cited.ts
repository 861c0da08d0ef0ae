import { ApiError, type IbidClient, type Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';

interface CitedOptions extends ConnectOptions {
  diff?: boolean;
  json?: boolean;
}

interface CitedPlace {
  number: number;
  title: string;
  itemId: string;
  /** Null for a document that was deleted or is hidden; its title says which. */
  chunkId: string | null;
  passage: string | null;
}

type Changes = Schemas['ItemChanges'];

/** `ibid cited CONVERSATION [NUMBER]`: each cited source, and whether it was changed or deleted since (KB-11). */
export async function cited(
  conversationId: string,
  number: number | undefined,
  options: CitedOptions,
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  try {
    const places = (await placesOf(client, conversationId)).filter(
      (place) => number === undefined || place.number === number,
    );
    for (const place of places) {
      const changes = await changesOf(client, place);
      if (options.json) context.write(`${JSON.stringify({ ...place, state: 'gone', ...changes })}\n`);
      else writePlace(place, changes, options, context);
    }
    if (places.length === 0 && !options.json)
      context.note(
        number === undefined
          ? 'This conversation cites no document from a knowledge base. Tool results are stored with the conversation and do not change.'
          : `This conversation cites no document from a knowledge base as [${number}]. Tool results are stored with the conversation and do not change.`,
      );
    return places.length === 0 ? EXIT.nothingFound : EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** One for each cited text: two passages of the same version are one. */
async function placesOf(client: IbidClient, id: string): Promise<CitedPlace[]> {
  const { messages } = await client.request('GET /api/conversations/{id}/messages', { path: { id } });
  const places = new Map<string, CitedPlace>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const block of message.view.blocks) {
      if (block.kind !== 'text') continue;
      for (const { itemId, passage, number, title } of block.citations)
        if (itemId !== null && passage === null && title !== undefined)
          places.set(itemId, { number, title, itemId, chunkId: null, passage: null });
        else if (itemId !== null && passage && /^c[0-9a-z]{1,10}$/u.test(passage.chunkId))
          places.set(`${itemId} ${passage.chunkId}`, {
            number,
            title: title ?? '',
            itemId,
            chunkId: passage.chunkId,
            passage: passage.text,
          });
    }
  }
  return [...places.values()].toSorted((left, right) => left.number - right.number);
}

/** Null if the document was deleted or is hidden. */
async function changesOf(client: IbidClient, place: CitedPlace): Promise<Changes | null> {
  if (place.chunkId === null) return null;
  try {
    return await client.request('GET /api/items/{id}/changes', {
      path: { id: place.itemId },
      query: { chunk: place.chunkId },
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function writePlace(
  { number, title, chunkId }: CitedPlace,
  changes: Changes | null,
  options: CitedOptions,
  { terminal, write }: CommandContext,
): void {
  const state = chunkId === null ? '  can no longer be checked' : `  ${inWords(changes)}`;
  write(`${terminal.cyan(`[${number}]`)} ${terminal.bold(withoutControls(title))}${state}\n`);
  if (!options.diff || changes?.state !== 'changed') return;
  for (const change of changes.changes) {
    write(terminal.dim(`    line ${change.kind === 'added' ? change.newLine : change.oldLine}\n`));
    for (const line of change.lines) write(`    ${signs[change.kind]} ${withoutControls(line)}\n`);
  }
  if (changes.leftOut > 0) write(`    ${changes.leftOut} more changes are not shown.\n`);
}

const signs = { same: ' ', added: '+', removed: '-' };

function inWords(changes: Changes | null): string {
  if (!changes) return 'gone: it was deleted, or is no longer shared with you';
  if (changes.state === 'current') return 'as it was cited';
  const day = changes.replacedAt?.slice(0, 10) ?? '';
  if (changes.state === 'lost') return `changed on ${day}; the cited version was not kept`;
  return `changed on ${day}: ${changes.removed} lines removed, ${changes.added} added`;
}
