import { z } from 'zod';
import { defineTool } from '../../messages/tool.js';
import type { Tool } from '../../messages/tool.js';
import { InvalidDescriptorRange } from '../errors/descriptor-errors.js';
import { lineMatcher } from '../search/line-matcher.js';
import { searchDescriptor } from '../search/search-descriptor.js';
import type { ShownLine } from '../search/search-descriptor.js';
import { escapeXmlText, xmlElement } from '../xml.js';
import type { ResolvedToolOptions } from './descriptor-tool-options.js';
import { answeringErrors, invalidFdInput } from './fd-outcome.js';
import { searchFdPrompt } from './prompts.generated.js';
import { requireDescriptor } from './require-descriptor.js';

const inputSchema = z.object({
  fd: z.string().describe('The handle, such as fd:12 or ref:parser.'),
  pattern: z.string().describe('What to look for, within one line.'),
  kind: z.enum(['text', 'regex']).default('text').describe('Plain text or a regular expression.'),
  case_sensitive: z.boolean().default(false).describe('Whether upper and lower case differ.'),
  start_line: z
    .int()
    .min(1)
    .default(1)
    .describe('Where to begin; an answer that is not complete says where to go on.'),
});

export function searchFdTool({ store, settings }: ResolvedToolOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'search_fd',
    title: 'Search stored text',
    description: searchFdPrompt,
    inputSchema,
    inSmallWindows: ['fd', 'pattern'],
    invalidInput: invalidFdInput,
    execute: async (input, context) =>
      answeringErrors(async () => {
        const metadata = await requireDescriptor(store, input.fd);
        if (input.start_line > Math.max(1, metadata.lines))
          throw new InvalidDescriptorRange({ unit: 'line', start: input.start_line, last: metadata.lines });
        const result = await searchDescriptor({
          store,
          metadata,
          matcher: await lineMatcher({
            pattern: input.pattern,
            kind: input.kind,
            caseSensitive: input.case_sensitive,
          }),
          startLine: input.start_line,
          maxMatches: settings.searchMatches,
          contextLines: settings.searchContextLines,
          maxCharacters: Math.max(200, Math.min(settings.resultCharacters, context.availableTokens)) / 2,
          signal: context.signal,
        });
        return xmlElement(
          'fd_matches',
          {
            fd: metadata.name,
            pattern: input.pattern,
            count: result.matches,
            lines: metadata.lines,
            complete: result.nextLine === null,
            next_line: result.nextLine ?? undefined,
          },
          result.groups.map(renderGroup).join('') + (result.groups.length > 0 ? '\n' : ''),
        );
      }),
  });
}

/** Numbered as in grep: a colon after the number of a matching line, a dash after the others. */
function renderGroup(group: ShownLine[]): string {
  const lines = group.map(({ line, text, matches }) => `${line}${matches ? ':' : '-'} ${text}`).join('\n');
  return `\n${xmlElement('match', { from: group[0]?.line, to: group.at(-1)?.line }, `\n${escapeXmlText(lines)}\n`)}`;
}
