import { z } from 'zod';
import { defineTool, type Tool } from '../../messages/tool.js';
import { pageEnd } from '../page-end.js';
import { escapeXmlText, xmlElement } from '../xml.js';
import type { ResolvedToolOptions } from './descriptor-tool-options.js';
import { answeringErrors, invalidFdInput } from './fd-outcome.js';
import { getRefPrompt } from './prompts.generated.js';
import { requireDescriptor } from './require-descriptor.js';

const inputSchema = z.object({
  ref_id: z.string().describe('The name given in the tag, such as parser; parser@1 for an older version.'),
});

export function getRefTool({ store, settings }: ResolvedToolOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'get_ref',
    title: 'Read a reference',
    description: getRefPrompt,
    inputSchema,
    inSmallWindows: false,
    invalidInput: invalidFdInput,
    repeatable: true,
    execute: async (input, context) =>
      answeringErrors(async () => {
        const bare = input.ref_id.trim();
        const metadata = await requireDescriptor(store, bare.startsWith('ref:') ? bare : `ref:${bare}`);
        const room = Math.max(200, Math.min(settings.resultCharacters, context.availableTokens));
        const text = (await store.read(metadata.name, { start: 0, end: room + 1 }, metadata.version)) ?? '';
        const end = pageEnd({ content: text, start: 0, size: room });
        return xmlElement(
          'ref_content',
          {
            id: metadata.name.slice('ref:'.length),
            version: metadata.version,
            lines: metadata.lines,
            chars: metadata.characters,
            category: metadata.category,
            truncated: end < metadata.characters,
            next:
              end < metadata.characters
                ? `read_fd(fd="${metadata.name}", mode="char", start=${end + 1})`
                : undefined,
          },
          escapeXmlText(text.slice(0, end)),
        );
      }),
  });
}
