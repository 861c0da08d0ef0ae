import { writeFile } from 'node:fs/promises';
import type { IbidClient } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';

export interface ExportOptions extends ConnectOptions {
  output?: string;
  json?: boolean;
}

/**
 * `ibid export CONVERSATION [WHAT]`: stored content of a conversation, as seen by the displayed branch (FD-6, FD-8).
 * WHAT is a handle (`ref:plan`, `ref:plan@1`, `fd:3`) or a file of the workspace; without it, both are listed.
 */
export async function exportStored(
  conversationId: string,
  what: string | undefined,
  options: ExportOptions,
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  try {
    if (what === undefined) return await list(connection.client, conversationId, options, context);
    const bytes = await connection.client.download(pathOf(conversationId, what));
    if (options.output === undefined) context.write(new TextDecoder().decode(bytes));
    else {
      await writeFile(options.output, bytes);
      context.note(`${bytes.byteLength} bytes written to ${options.output}`);
    }
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

function pathOf(conversationId: string, what: string): `/${string}` {
  const base = `/api/conversations/${encodeURIComponent(conversationId)}` as const;
  const handle = /^((?:fd|ref):[^@]+)(?:@(\d+))?$/u.exec(what);
  if (!handle) return `${base}/files/${what.split('/').map(encodeURIComponent).join('/')}`;
  const version = handle[2] === undefined ? '' : `?version=${handle[2]}`;
  return `${base}/descriptors/${encodeURIComponent(handle[1] ?? '')}/download${version}`;
}

async function list(
  client: IbidClient,
  id: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<number> {
  const handles = (await client.request('GET /api/conversations/{id}/descriptors', { path: { id } })).rows;
  const files = (await client.request('GET /api/conversations/{id}/files', { path: { id } })).rows;
  if (options.json) context.write(`${JSON.stringify({ handles, files })}\n`);
  else {
    for (const { name, version, lines, characters } of handles)
      context.write(
        `${withoutControls(name)}${version > 1 ? `@${version}` : ''}  ${lines} lines, ${characters} characters\n`,
      );
    for (const { path, bytes } of files) context.write(`${withoutControls(path)}  ${bytes} bytes\n`);
  }
  const isEmpty = handles.length === 0 && files.length === 0;
  if (isEmpty && !options.json) context.note('This conversation has stored nothing.');
  return isEmpty ? EXIT.nothingFound : EXIT.ok;
}
