import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenCall } from './parse-written-calls.js';
import { WrittenCallGuard } from './written-call-guard.js';

const toolNames = new Set(['search']);

function run(pieces: readonly string[]): { shown: string; calls: WrittenCall[]; deltas: number } {
  let shown = '';
  let deltas = 0;
  const guard = new WrittenCallGuard({
    toolNames,
    show: (text) => {
      shown += text;
      deltas++;
    },
    shown: () => shown,
  });
  for (const piece of pieces) guard.write(piece);
  const calls = guard.end();
  return { shown, calls, deltas };
}

const call = '{"name": "search", "arguments": {"query": "cats"}}';
const fragments = fc.constantFrom(
  call,
  `<tool_call>${call}</tool_call>`,
  '<tool_call>',
  '<function=search>{"query":"a"}</function>',
  '```json\n',
  '```\n',
  '\n',
  ' ',
  '{',
  '[',
  '[1]',
  '{"a": 1}',
  '<ref id="x">',
  '</ref>',
  '<',
  'a < b',
  'The answer',
  '.',
  '[TOOL_CALLS]',
);

describe('FLOW-6 the guard against written calls', () => {
  it('shows nothing of a call, and what came before it', () => {
    expect(run([call])).toMatchObject({ shown: '', calls: [{ toolName: 'search' }] });
    expect(run(['I will look.\n', '<tool_', `call>${call}`, '</tool_call>'])).toMatchObject({
      shown: 'I will look.\n',
      calls: [{ toolName: 'search' }],
    });
  });

  it.each([
    ['XML', `<tool_call>${call}</tool_call>`],
    ['JSON', call],
    ['a list of JSON', `[${call}]`],
    ['a marker', `[TOOL_CALLS] [${call}]`],
  ])('takes %s behind a word for a call', (_, text) => {
    expect(run(`Let me look that up: ${text}`.split(''))).toEqual({
      shown: 'Let me look that up: ',
      calls: [{ toolName: 'search', rawInput: '{"query":"cats"}' }],
      deltas: expect.any(Number) as number,
    });
  });

  it.each([
    ['JSON of another kind', '{"answer": 42}'],
    ['a list', '[1] and [2] agree.'],
    ['a fenced block', '```json\n{"name": "a"}\n```\nThat is it.'],
    ['a call inside a fence', `So it is written:\n\`\`\`\n<tool_call>${call}</tool_call>\n\`\`\``],
    ['a call in code', `Write \`<tool_call>${call}</tool_call>\``],
    ['a call that a text goes on after', `It is ${call} and no more.`],
    ['JSON behind a word', 'It holds {"name": "Tom", "age": 3}. That is all.'],
    ['a call of a tool that is not offered', 'See {"name": "other", "arguments": {}}'],
    ['an ordinary answer', 'Cats sleep [1]. They <b>purr</b>.'],
  ])('lets %s through', (_, text) => {
    expect(run(text.split(''))).toMatchObject({ shown: text, calls: [] });
  });

  it('does not hold an ordinary answer back, nor cut it up', () => {
    expect(run(['The ', 'cat ', 'sat.'])).toMatchObject({ shown: 'The cat sat.', deltas: 3 });
  });

  it('gives the same for every cut, and loses nothing (CIT-3 for this layer)', () => {
    fc.assert(
      fc.property(
        fc.array(fragments, { maxLength: 6 }),
        fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 20 }),
        (parts, sizes) => {
          const text = parts.join('');
          const pieces: string[] = [];
          for (let at = 0, index = 0; at < text.length; index++) {
            const size = (sizes[index % sizes.length] ?? 0) + 1;
            pieces.push(text.slice(at, at + size));
            at += size;
          }
          const cut = run(pieces);
          const whole = run(text === '' ? [] : [text]);
          expect([cut.shown, cut.calls]).toEqual([whole.shown, whole.calls]);
          expect(text.startsWith(cut.shown)).toBe(true);
          expect(cut.calls.length > 0 || cut.shown === text).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
