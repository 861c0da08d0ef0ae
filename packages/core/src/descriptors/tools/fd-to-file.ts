import { z } from 'zod';
import { defineTool } from '../../messages/tool.js';
import type { Tool } from '../../messages/tool.js';
import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { InvalidDescriptorParameter } from '../errors/descriptor-errors.js';
import { xmlElement } from '../xml.js';
import type { Workspace } from '../workspace.js';
import type { ResolvedToolOptions } from './descriptor-tool-options.js';
import { answeringErrors, invalidFdInput } from './fd-outcome.js';
import { fdToFilePrompt } from './prompts.generated.js';
import { requireDescriptor } from './require-descriptor.js';

const inputSchema = z.object({
  fd: z.string().describe('The handle, such as fd:12 or ref:parser.'),
  file_path: z.string().describe('Relative to the workspace, such as reports/summary.md.'),
  mode: z.enum(['write', 'append', 'insert']).default('write'),
  position: z
    .union([z.int().min(1), z.object({ before: z.string() }), z.object({ after: z.string() })])
    .optional()
    .describe(
      'For insert: a line number (the text goes before that line; one past the last line is the end), or ' +
        '{"before": marker} or {"after": marker} for the line that contains the marker.',
    ),
  create: z.boolean().default(true).describe('Whether a file that does not exist may be made.'),
  exist_ok: z.boolean().default(true).describe('Whether a file that exists may be changed.'),
});

const WINDOW = 65_536;

export function fdToFileTool({ store }: ResolvedToolOptions, workspace: Workspace): Tool<typeof inputSchema> {
  return defineTool({
    name: 'fd_to_file',
    title: 'Save to a file',
    description: fdToFilePrompt,
    inputSchema,
    inSmallWindows: false,
    invalidInput: invalidFdInput,
    repeatable: true,
    execute: async (input) =>
      answeringErrors(async () => {
        const metadata = await requireDescriptor(store, input.fd);
        if (!input.create && !input.exist_ok)
          throw new InvalidDescriptorParameter(
            'create=false and exist_ok=false together allow nothing. Set one of them to true.',
          );
        if (input.mode === 'insert' && input.position === undefined)
          throw new InvalidDescriptorParameter('mode=insert needs a position.');
        if (input.mode !== 'insert' && input.position !== undefined)
          throw new InvalidDescriptorParameter(`mode=${input.mode} takes no position; mode=insert does.`);
        const file = await workspace.write({
          path: input.file_path,
          content: piecesOf(store, metadata),
          mode: input.mode,
          create: input.create,
          existOk: input.exist_ok,
          ...(input.position === undefined ? {} : { position: input.position }),
        });
        return xmlElement('fd_file_result', {
          fd: metadata.name,
          file_path: file.path,
          mode: input.mode,
          created: file.created,
          characters: metadata.characters,
          bytes: file.bytes,
        });
      }),
  });
}

/** Yields the text in pieces. A surrogate pair at a border goes into the next piece as a whole. */
async function* piecesOf(store: DescriptorStore, metadata: DescriptorMetadata): AsyncGenerator<string> {
  const { name, version, characters } = metadata;
  for (let start = 0; start < characters;) {
    const end = Math.min(characters, start + WINDOW);
    let text = (await store.read(name, { start, end }, version)) ?? '';
    const last = text.charCodeAt(text.length - 1);
    if (end < characters && last >= 0xd800 && last <= 0xdbff) text = text.slice(0, -1);
    yield text;
    start += text.length;
  }
}
