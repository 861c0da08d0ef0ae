import fc from 'fast-check';
import { countTokens } from '../../tokens/count-tokens.js';
import { describe, expect, it } from 'vitest';
import { countTokensUncached } from '../../tokens/count-tokens.js';
import type { ToolContext } from '../../messages/tool.js';
import type { ToolOutcome } from '../../messages/tool-outcome.js';
import { MemoryDescriptorStore } from '../memory-descriptor-store.js';
import { parseXml } from '../parse-xml.test-helper.js';
import type { DescriptorSettings } from '../descriptor-settings.js';
import { descriptorTools } from './descriptor-tools.js';

const context = (availableTokens = 100_000): ToolContext => ({
  callId: 'c1',
  turnId: 't1',
  conversationId: 'v1',
  signal: new AbortController().signal,
  progress: () => {},
  conversationTokens: 0,
  availableTokens,
  history: [],
});

function setUp(settings?: Partial<DescriptorSettings>) {
  const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const tools = descriptorTools({
    store,
    workspace: null,
    messageId: 'm1',
    ...(settings ? { settings } : {}),
  });
  const call = async (name: string, input: object, room?: number): Promise<ToolOutcome> => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool.execute(tool.inputSchema.parse(input), context(room));
  };
  const add = (content: string, reference?: string) =>
    store.create({
      content,
      origin: { kind: 'tool-result', callId: 'c0', toolName: 'x' },
      ...(reference === undefined ? {} : { reference }),
    });
  return { store, tools, call, add };
}

const text = fc.string({ unit: 'binary', maxLength: 60 }).map((value) => value.replaceAll('x', '\n'));
/** Characters that XML can contain round-trip. The rest is replaced, which the tests of the escaping cover. */
const holdable = fc
  .array(fc.constantFrom('a', '\n', '<', '&', '\r', '\u{1f600}', '"', 'word ', '\t'), { maxLength: 80 })
  .map((parts) => parts.join(''));

describe('FD-3 read_fd', () => {
  it.each(['page', 'line', 'char'] as const)(
    'by %s: following the hints gives exactly the text',
    async (mode) => {
      await fc.assert(
        fc.asyncProperty(
          holdable,
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 1, max: 5 }),
          async (value, size, count) => {
            const { call, add } = setUp({ pageCharacters: size });
            await add(value);
            let next: { fd: string; mode: string; start: number } | null = { fd: 'fd:1', mode, start: 1 };
            let joined = '';
            while (next) {
              const parsed = parseXml((await call('read_fd', { ...next, count })).text);
              expect(parsed.name).toBe('fd_content');
              joined += parsed.text;
              const hint = /fd="(.+)", mode="(\w+)", start=(\d+)/.exec(parsed.attributes['next'] ?? '');
              next = hint ? { fd: hint[1]!, mode: hint[2]!, start: Number(hint[3]) } : null;
            }
            expect(joined).toBe(value);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it('FD-4 by tokens: pages keep their size, and joined they are exactly the text', async () => {
    const piece = fc.constantFrom(
      'a',
      '\n',
      ' word',
      '\u{1f600}',
      'x'.repeat(400),
      ' '.repeat(90),
      '語',
      '12345',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (value, tokens, count) => {
          const { call, add } = setUp({ resultCharacters: 1_000_000 });
          await add(value);
          let joined = '';
          for (let start = 1; ; start += count) {
            const input = { fd: 'fd:1', start, count, page_tokens: tokens };
            const parsed = parseXml((await call('read_fd', input)).text);
            joined += parsed.text;
            if (count === 1 && Array.from(parsed.text).length > 1)
              expect(countTokensUncached(parsed.text)).toBeLessThanOrEqual(tokens);
            const { next } = parsed.attributes;
            if (next === undefined) {
              expect(Number(parsed.attributes['pages'])).toBeLessThanOrEqual(start + count - 1);
              break;
            }
            expect(next).toBe(
              `read_fd(fd="fd:1", mode="page", start=${start + count}, page_tokens=${tokens})`,
            );
          }
          expect(joined).toBe(value);
          // Tools that have seen no page yet can jump to any page.
          const again = setUp({ resultCharacters: 1_000_000 });
          await again.add(value);
          const last = parseXml(
            (await again.call('read_fd', { fd: 'fd:1', start: 2, page_tokens: tokens })).text,
          );
          if (last.name === 'fd_error') expect(last.attributes['type']).toBe('invalid_range');
          else expect(value).toContain(last.text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('FD-4 by tokens: calls side by side find the same pages as one after the other', async () => {
    const value = Array.from({ length: 400 }, (_, line) => `line ${line} of it\n`).join('');
    const pageOf = (call: ReturnType<typeof setUp>['call'], start: number) =>
      call('read_fd', { fd: 'fd:1', start, page_tokens: 30 }).then(({ text }) => text);
    const alone = setUp();
    await alone.add(value);
    const expected: string[] = [];
    for (const start of [40, 7, 41]) expected.push(await pageOf(alone.call, start));
    const together = setUp();
    await together.add(value);
    expect(await Promise.all([40, 7, 41].map((start) => pageOf(together.call, start)))).toEqual(expected);
  });

  it('takes page_tokens for pages only', async () => {
    const { call, add } = setUp();
    await add('one\ntwo\n');
    const wrong = parseXml((await call('read_fd', { fd: 'fd:1', mode: 'line', page_tokens: 5 })).text);
    expect(wrong.attributes['type']).toBe('invalid_parameter');
    const made = await call('read_fd', { fd: 'fd:1', page_tokens: 2, start: 2, extract_to_new_fd: true });
    expect(parseXml(made.text).attributes).toMatchObject({ fd: 'fd:2', characters: '4' });
  });

  it('is well-formed for any content', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { call, add } = setUp();
        await add(value);
        await add(value, 'r');
        for (const [name, input] of [
          ['read_fd', { fd: 'fd:1' }],
          ['get_ref', { ref_id: 'r' }],
          ['list_refs', {}],
          ['search_fd', { fd: 'fd:1', pattern: value.slice(0, 1) || 'a' }],
          ['read_fd', { fd: value }],
        ] as const) {
          const outcome = await call(name, input);
          expect(() => parseXml(outcome.text)).not.toThrow();
          expect(outcome.isDescriptorPage).toBe(true);
        }
      }),
    );
  });

  it('pages what is too long for one answer, also with read_all, and never over the room that is left', async () => {
    const { call, add } = setUp({ resultCharacters: 1_000 });
    await add('line of text\n'.repeat(1_000));
    const all = parseXml((await call('read_fd', { fd: 'fd:1', read_all: true })).text);
    expect(all.text.length).toBeLessThanOrEqual(1_000);
    expect(all.attributes).toMatchObject({ truncated: 'true', characters: `1-${all.text.length} of 13000` });
    const little = await call('read_fd', { fd: 'fd:1', read_all: true }, 300);
    expect(countTokens(little.text)).toBeLessThanOrEqual(300);
    expect(parseXml(little.text).text.length).toBeGreaterThan(300);
  });

  it('makes a new descriptor of a range, and of the range alone', async () => {
    const { call, add, store } = setUp();
    await add('1\n2\n3\n4\n');
    const made = parseXml(
      (await call('read_fd', { fd: 'fd:1', mode: 'line', start: 2, count: 2, extract_to_new_fd: true })).text,
    );
    expect(made).toMatchObject({
      name: 'fd_extraction',
      attributes: { from: 'fd:1', fd: 'fd:2', lines: '2' },
    });
    expect(await store.read('fd:2')).toBe('2\n3\n');
    expect(await store.describe('fd:2')).toMatchObject({ messageId: 'm1', origin: { kind: 'extraction' } });
  });

  it('reads an older version by its number', async () => {
    const { call, add } = setUp();
    await add('old', 'p');
    await add('new', 'p');
    expect(parseXml((await call('read_fd', { fd: 'ref:p' })).text).text).toBe('new');
    expect(parseXml((await call('get_ref', { ref_id: 'p@1' })).text).text).toBe('old');
  });

  it.each([
    ['not_found', { fd: 'fd:9' }],
    ['not_found', { fd: 'ref:none' }],
    ['invalid_parameter', { fd: 'no handle' }],
    ['invalid_range', { fd: 'fd:1', start: 2 }],
    ['invalid_range', { fd: 'fd:1', mode: 'line', start: 4 }],
    ['invalid_range', { fd: 'fd:1', mode: 'char', start: 7 }],
  ])('says %s for %j', async (type, input) => {
    const { call, add } = setUp();
    await add('1\n2\n3\n');
    const outcome = await call('read_fd', input);
    expect(outcome.isError).toBe(true);
    expect(parseXml(outcome.text)).toMatchObject({ name: 'fd_error', attributes: { type } });
  });
});

describe('FD-3 list_refs and get_ref', () => {
  it('lists the newest version of each, with time, size and category', async () => {
    const { call, add } = setUp();
    await add('{"a": 1}', 'data');
    await add('x', 'note');
    await add('y\nz', 'note');
    const { text: xml } = await call('list_refs', {});
    expect(parseXml(xml)).toMatchObject({ name: 'ref_list', attributes: { count: '2' } });
    expect(xml).toContain(
      '<ref id="data" created="2026-01-01T00:00:00.000Z" lines="1" chars="8" category="data" version="1"/>',
    );
    expect(xml).toContain(
      '<ref id="note" created="2026-01-01T00:00:00.000Z" lines="2" chars="3" category="text" version="2"/>',
    );
  });
});

describe('FD-3 search_fd', () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `row ${i + 1}${i % 100 === 50 ? ' Needle (x)' : ''}`,
  ).join('\n');

  it('finds plain text with the lines around it', async () => {
    const { call, add } = setUp();
    await add(lines);
    const { text: xml } = await call('search_fd', { fd: 'fd:1', pattern: 'needle (x)' });
    expect(parseXml(xml).attributes).toMatchObject({ count: '3', complete: 'true', lines: '300' });
    expect(xml).toContain(
      '<match from="49" to="53">\n49- row 49\n50- row 50\n51: row 51 Needle (x)\n52- row 52\n53- row 53\n</match>',
    );
    const strict = await call('search_fd', { fd: 'fd:1', pattern: 'needle', case_sensitive: true });
    expect(parseXml(strict.text).attributes['count']).toBe('0');
  });

  it('finds regular expressions, and says where to go on', async () => {
    const { call, add } = setUp({ searchMatches: 5, searchContextLines: 0 });
    await add(lines);
    const first = parseXml(
      (await call('search_fd', { fd: 'fd:1', pattern: '^row \\d+1$', kind: 'regex' })).text,
    );
    expect(first.attributes).toMatchObject({ count: '5', complete: 'false', next_line: '62' });
    const next = await call('search_fd', {
      fd: 'fd:1',
      pattern: '^row \\d+1$',
      kind: 'regex',
      start_line: 62,
    });
    expect(next.text).toContain('71: row 71');
  });

  it('agrees with a plain line-by-line search on any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        holdable,
        fc.constantFrom('a', 'word', '\u{1f600}', '<', 'aa'),
        async (value, pattern) => {
          const { call, add } = setUp({ searchMatches: 1_000, searchContextLines: 1 });
          await add(value);
          const { text: xml } = await call('search_fd', { fd: 'fd:1', pattern, case_sensitive: true });
          const expected = value.split('\n').filter((line) => line.includes(pattern)).length;
          expect(parseXml(xml).attributes['count']).toBe(String(expected));
        },
      ),
    );
  });

  it('finds what stands at the border of the pieces of one very long line', async () => {
    const { call, add } = setUp();
    for (const at of [0, 65_530, 65_533, 65_536, 130_000, 199_990]) {
      const long = 'x'.repeat(200_000);
      const { name } = await add(`${long.slice(0, at)}needle${long.slice(at)}\nnext`);
      const { text: xml } = await call('search_fd', { fd: name, pattern: 'needle' });
      expect(parseXml(xml).attributes['count']).toBe('1');
      expect(xml).toContain('needle');
      expect(xml.length).toBeLessThan(2_000);
    }
  });

  it.each(['(a', 'a(?=b)', '(a)\\1', '', 'a'.repeat(2_000), '(((a{1000}){1000}){1000})'])(
    'refuses a pattern it cannot run safely: %#',
    async (pattern) => {
      const { call, add } = setUp();
      await add('text');
      const outcome = await call('search_fd', { fd: 'fd:1', pattern, kind: 'regex' });
      expect(parseXml(outcome.text)).toMatchObject({
        name: 'fd_error',
        attributes: { type: 'invalid_parameter' },
      });
    },
  );

  it('lets other work run while a heavy pattern is searched for', async () => {
    const { call, add } = setUp();
    await add('a'.repeat(400_000));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await call('search_fd', { fd: 'fd:1', pattern: '(a+)+(a+)+(a|b|ab)*[^a]$', kind: 'regex' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });
});
