import { z } from 'zod';
import { countTokensUncached } from '../../tokens/count-tokens.js';
import { DEFAULT_ENCODING } from '../../tokens/encoding-name.js';
import { defineTool } from '../../messages/tool.js';
import type { Tool } from '../../messages/tool.js';
import type { DescriptorMetadata } from '../descriptor-store.js';
import { InvalidDescriptorParameter } from '../errors/descriptor-errors.js';
import { beginningEnd } from '../beginning-and-end.js';
import { pageEnd, wholeCharacterEnd } from '../page-end.js';
import { escapeXmlText, xmlElement } from '../xml.js';
import { descriptorRange } from './descriptor-range.js';
import type { DescriptorRange, ReadMode } from './descriptor-range.js';
import type { ResolvedToolOptions } from './descriptor-tool-options.js';
import { answeringErrors, invalidFdInput } from './fd-outcome.js';
import { readFdPrompt } from './prompts.generated.js';
import { requireDescriptor } from './require-descriptor.js';
import { TokenPages } from './token-pages.js';

const inputSchema = z.object({
  fd: z.string().describe('The handle, such as fd:12, ref:parser, or ref:parser@1 for an older version.'),
  page: z.int().min(1).optional().describe('Short for mode=page and this start.'),
  mode: z.enum(['page', 'line', 'char']).default('page').describe('What start and count are counted in.'),
  start: z.int().min(1).default(1).describe('The first page, line or character, from 1.'),
  count: z.int().min(1).optional().describe('How many. Default: 1 page, 100 lines or 4000 characters.'),
  page_tokens: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('For mode=page: pages of at most this many tokens instead of the usual pages.'),
  read_all: z.boolean().default(false).describe('All of it, as far as one answer can hold it.'),
  extract_to_new_fd: z
    .boolean()
    .default(false)
    .describe('Makes the range a new descriptor and returns its handle instead of the text.'),
});

const DEFAULT_COUNTS = { page: 1, line: 100, char: 4_000 } as const;

export function readFdTool(options: ResolvedToolOptions): Tool<typeof inputSchema> {
  const { store, settings } = options;
  const tokenPages = new TokenPages({
    store,
    countTokens: options.countTokens ?? countTokensUncached,
    tokenizer: options.countTokens ? options.tokenizer : DEFAULT_ENCODING,
  });
  return defineTool({
    name: 'read_fd',
    title: 'Read stored text',
    description: readFdPrompt,
    inputSchema,
    inSmallWindows: ['fd', 'page'],
    invalidInput: invalidFdInput,
    execute: async (input, context) =>
      answeringErrors(async () => {
        const metadata = await requireDescriptor(store, input.fd);
        if (input.page !== undefined && input.mode !== 'page')
          throw new InvalidDescriptorParameter(`page goes with mode=page, not with mode=${input.mode}.`);
        const mode = input.read_all ? 'char' : input.mode;
        const start = input.read_all ? 1 : (input.page ?? input.start);
        const count = input.read_all
          ? Math.max(1, metadata.characters)
          : (input.count ?? DEFAULT_COUNTS[mode]);
        const tokens = input.read_all ? undefined : input.page_tokens;
        if (tokens !== undefined && mode !== 'page')
          throw new InvalidDescriptorParameter(`page_tokens goes with mode=page, not with mode=${mode}.`);
        const { pageCharacters } = settings;
        const range =
          tokens === undefined
            ? await descriptorRange({ store, metadata, mode, start, count, pageCharacters })
            : await tokenPages.range({ metadata, tokens, start, count, signal: context.signal });
        if (input.extract_to_new_fd) return extract(options, metadata, range);
        const room = await roomFor(options, metadata, range, context.availableTokens);
        return content(options, metadata, range, mode, room, tokens);
      }),
  });
}

/** How many characters of a range fit the room of this call, counted as they will be sent. */
async function roomFor(
  options: ResolvedToolOptions,
  metadata: DescriptorMetadata,
  range: DescriptorRange,
  availableTokens: number,
): Promise<number> {
  const { store, settings, countTokens = countTokensUncached } = options;
  const most = Math.min(settings.resultCharacters, range.end - range.start);
  const tokens = availableTokens - FRAME_TOKENS;
  // A token is almost never shorter than a character.
  if (most * 2 <= tokens || most <= LEAST_CHARACTERS) return settings.resultCharacters;
  const text = await store.read(
    metadata.name,
    { start: range.start, end: range.start + most },
    metadata.version,
  );
  const content = text ?? '';
  const escaped = (part: string) => countTokens(escapeXmlText(part));
  const fits = beginningEnd({ content, tokens: Math.max(1, tokens), countTokens: escaped });
  return fits >= most ? settings.resultCharacters : Math.max(LEAST_CHARACTERS, fits);
}

/** Tokens around the text: the handle, positions and the call that reads on. */
const FRAME_TOKENS = 120;
const LEAST_CHARACTERS = 200;

async function content(
  { store }: ResolvedToolOptions,
  metadata: DescriptorMetadata,
  range: DescriptorRange,
  mode: ReadMode,
  room: number,
  pageTokens: number | undefined,
): Promise<string> {
  const { name, version } = metadata;
  // One character more than is returned, so a surrogate pair at the end is seen whole.
  const window = { start: range.start, end: Math.min(range.end, range.start + room) + 1 };
  const text = (await store.read(name, window, version)) ?? '';
  const wanted = range.end - range.start;
  const length =
    wanted <= room ? wholeCharacterEnd(text, 0, wanted) : pageEnd({ content: text, start: 0, size: room });
  const end = range.start + length;
  const more = end < metadata.characters;
  return xmlElement(
    'fd_content',
    {
      fd: name,
      version: version > 1 ? version : undefined,
      mode,
      [mode]: mode === 'char' ? undefined : spanOf(range.first, range.last),
      [`${mode}s`]: mode === 'char' || range.total === null ? undefined : range.total,
      page_tokens: pageTokens,
      characters: `${range.start + 1}-${end} of ${metadata.characters}`,
      truncated: wanted > room,
      next: more
        ? nextCall(name, wanted > room || mode === 'char' ? 'char' : mode, range, end, pageTokens)
        : undefined,
    },
    escapeXmlText(text.slice(0, length)),
  );
}

function spanOf(first: number, last: number): string {
  return first >= last ? String(first) : `${first}-${last}`;
}

function nextCall(
  name: string,
  mode: ReadMode,
  range: DescriptorRange,
  end: number,
  pageTokens: number | undefined,
): string {
  const start = mode === 'char' ? end + 1 : range.last + 1;
  const size = mode === 'page' && pageTokens !== undefined ? `, page_tokens=${pageTokens}` : '';
  return `read_fd(fd="${name}", mode="${mode}", start=${start}${size})`;
}

async function extract(
  { store, settings, messageId }: ResolvedToolOptions,
  metadata: DescriptorMetadata,
  range: DescriptorRange,
): Promise<string> {
  const made = await store.extract({
    from: metadata.name,
    version: metadata.version,
    range: { start: range.start, end: range.end },
    ...(messageId === undefined ? {} : { messageId }),
  });
  if (!made) return '';
  const pages = (await store.pageStarts(made.name, settings.pageCharacters)) ?? [];
  return xmlElement('fd_extraction', {
    from: metadata.name,
    fd: made.name,
    pages: pages.length,
    lines: made.lines,
    characters: made.characters,
  });
}
