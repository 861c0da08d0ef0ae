import { describe, expect, it } from 'vitest';
import { parseWrittenCalls } from './parse-written-calls.js';

const toolNames = new Set(['search', 'read_page']);
const parse = (text: string) =>
  parseWrittenCalls({ text, toolNames }).map(({ toolName, rawInput }) => [toolName, JSON.parse(rawInput)]);

describe('FLOW-6 tool calls written as text', () => {
  it.each([
    ['JSON', '{"name": "search", "arguments": {"query": "cats"}}'],
    ['JSON with parameters', ' {"tool":"search","parameters":{"query":"cats"}} '],
    ['JSON with arguments as a string', '{"name":"search","arguments":"{\\"query\\": \\"cats\\"}"}'],
    ['the function form', '{"type":"function","function":{"name":"search","arguments":{"query":"cats"}}}'],
    [
      'the OpenAI form',
      '{"tool_calls":[{"function":{"name":"search","arguments":"{\\"query\\":\\"cats\\"}"}}]}',
    ],
    ['fenced JSON', '```json\n{"name": "search", "arguments": {"query": "cats"}}\n```'],
    ['a marked list', '[TOOL_CALLS] [{"name": "search", "arguments": {"query": "cats"}}]'],
    ['a tag around JSON', '<tool_call>\n{"name": "search", "arguments": {"query": "cats"}}\n</tool_call>'],
    ['a tag that is never closed', '<tool_call>{"name": "search", "arguments": {"query": "cats"}}'],
    ['function tags with JSON', '<function=search>{"query": "cats"}</function>'],
    ['function tags with parameters', '<function=search><parameter=query>cats</parameter></function>'],
    [
      'function tags inside a tag',
      '<tool_call><function=search>\n<parameter=query>\ncats\n</parameter>\n</function></tool_call>',
    ],
    [
      'invoke tags',
      '<function_calls><invoke name="search"><parameter name="query">cats</parameter></invoke></function_calls>',
    ],
    [
      'an element for each part',
      '<tool_use><name>search</name><arguments>{"query":"cats"}</arguments></tool_use>',
    ],
  ])('reads %s', (_, text) => {
    expect(parse(text)).toEqual([['search', { query: 'cats' }]]);
  });

  it('reads several', () => {
    const one = '<tool_call>{"name":"search","arguments":{"query":"a"}}</tool_call>';
    const two = '<tool_call>{"name":"read_page","arguments":{"page":2}}</tool_call>';
    expect(parse(`${one}\n${two}`)).toEqual([
      ['search', { query: 'a' }],
      ['read_page', { page: 2 }],
    ]);
  });

  it.each([
    ['an unknown tool', '{"name": "delete", "arguments": {}}'],
    [
      'one unknown tool among known ones',
      '[{"name":"search","arguments":{}},{"name":"delete","arguments":{}}]',
    ],
    ['other JSON', '{"name": "search"}'],
    ['JSON that is not whole', '{"name": "search", "arguments": {"que'],
    [
      'a call with text after it',
      '<tool_call>{"name":"search","arguments":{}}</tool_call> is how it is written.',
    ],
    ['prose', 'Use search to find cats.'],
    ['nothing', ''],
  ])('takes %s for text', (_, text) => {
    expect(parse(text)).toEqual([]);
  });
});
