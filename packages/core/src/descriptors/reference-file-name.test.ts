import { describe, expect, it } from 'vitest';
import { referenceCategory } from './reference-category.js';
import { referenceFileName } from './reference-file-name.js';

describe('FD-8 references have a category and a file name', () => {
  it.each([
    ['{"a": [1, 2]}', null, 'data'],
    ['{ not json', null, 'text'],
    ['a,b,c\n1,2,3\n4,5,6', null, 'data'],
    ['<?xml version="1.0"?><a/>', null, 'data'],
    ['import os\n\ndef run(x):\n    return os.getcwd()\n', null, 'code'],
    ['const a = 1;\nfunction b() {\n  return a;\n}\n', null, 'code'],
    ['First, we looked at the report; then, as planned, at the rest.\nIt was fine.', null, 'text'],
    ['', null, 'text'],
    ['anything', 'python', 'code'],
    ['anything', 'YAML', 'data'],
    ['anything', 'markdown', 'text'],
  ] as const)('%j in a fence of %s is %s', (content, language, category) => {
    expect(referenceCategory({ content, language })).toBe(category);
  });

  it.each([
    ['ref:parser.py', 'code', '', 'parser.py'],
    ['ref:src/parser', 'code', '', 'parser.txt'],
    ['ref:rows', 'data', ' {"a":1}', 'rows.json'],
    ['ref:rows', 'data', 'a,b\n', 'rows.csv'],
    ['fd:12', 'text', '', 'fd-12.txt'],
  ] as const)('%s is offered under a name with an extension', (name, category, beginning, file) => {
    expect(referenceFileName({ name, category, beginning })).toBe(file);
  });
});
