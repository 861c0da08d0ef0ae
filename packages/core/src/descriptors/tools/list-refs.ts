import { z } from 'zod';
import { defineTool, type Tool } from '../../messages/tool.js';
import { xmlElement } from '../xml.js';
import type { ResolvedToolOptions } from './descriptor-tool-options.js';
import { answeringErrors, invalidFdInput } from './fd-outcome.js';
import { listRefsPrompt } from './prompts.generated.js';

const inputSchema = z.object({});

export function listRefsTool({ store, settings }: ResolvedToolOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'list_refs',
    title: 'List references',
    description: listRefsPrompt,
    inputSchema,
    inSmallWindows: false,
    invalidInput: invalidFdInput,
    repeatable: true,
    execute: async () =>
      answeringErrors(async () => {
        const references = await store.list('ref');
        let rows = '';
        let shown = 0;
        // The newest are most likely to be needed, so they are kept if there are too many.
        for (const reference of references.toReversed()) {
          const row = xmlElement('ref', {
            id: reference.name.slice('ref:'.length),
            created: reference.createdAt,
            lines: reference.lines,
            chars: reference.characters,
            category: reference.category,
            version: reference.version,
          });
          if (rows.length + row.length > settings.resultCharacters) break;
          rows = `${row}\n${rows}`;
          shown += 1;
        }
        const omitted = references.length - shown;
        return xmlElement(
          'ref_list',
          { count: references.length, omitted: omitted > 0 ? omitted : undefined },
          `\n${rows}`,
        );
      }),
  });
}
