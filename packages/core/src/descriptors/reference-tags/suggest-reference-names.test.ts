import { describe, expect, it } from 'vitest';
import { suggestFileName, suggestReferenceNames } from './suggest-reference-names.js';

const names = (answer: string, takenNames: string[] = []) =>
  suggestReferenceNames(answer, { takenNames }).map((block) => block.suggestedName);

describe('FD-8 code blocks without a name get a suggested one', () => {
  it('takes the name of a file, else of the first definition, else the language', () => {
    expect(names('```ts\n// src/tools/parse-line.ts\nexport const x = 1;\n```')).toEqual(['parse-line.ts']);
    expect(names('```py\ndef read_all(x):\n    return x\n```')).toEqual(['read-all']);
    expect(names('```ts\nexport class HttpClient {}\n```')).toEqual(['http-client']);
    expect(names('```json\n{"a": 1}\n```')).toEqual(['json-block']);
    expect(names('~~~\nplain words\n~~~')).toEqual(['text-block']);
  });

  it('never gives a name twice, nor one that is taken', () => {
    const block = '```json\n{}\n```\n';
    expect(names(`${block}${block}text\n\n${block}`, ['json-block'])).toEqual([
      'json-block-2',
      'json-block-3',
      'json-block-4',
    ]);
  });

  it('passes over blocks that are named, inline code, and empty blocks', () => {
    expect(names('<ref id="a">```py\nx = 1\n```</ref>\n`inline`\n\n```\n```\n')).toEqual([]);
  });

  it('gives the content, the category and the exact place, also of a block that is still open', () => {
    const answer = 'Before\n\n```py\nimport os\n```\n\nAfter\n\n```csv\na,b,c\n1,2,3\n';
    const [code, data] = suggestReferenceNames(answer);
    expect(code).toMatchObject({ content: 'import os\n', category: 'code', language: 'py' });
    expect(answer.slice(code?.start, code?.end)).toBe('```py\nimport os\n```\n');
    expect(data).toMatchObject({ category: 'data' });
    expect(answer.slice(data?.start, data?.end)).toBe('```csv\na,b,c\n1,2,3\n');
  });
});

describe('FD-8 the name under which a code block is saved', () => {
  it.each([
    ['python', 'def add(a, b):\n    return a + b', 'add.py'],
    ['ts', '// parser.ts\nexport {}', 'parser.ts'],
    ['json', '{"a": 1}', 'json-block.json'],
    ['', '~~~~\nx\n~~~~', 'text-block.txt'],
    ['sql', 'create table if not exists crew (name text)', 'crew.sql'],
    ['', '', 'code.txt'],
  ])('%s: %s', (language, code, name) => {
    expect(suggestFileName({ code, language })).toBe(name);
  });
});
