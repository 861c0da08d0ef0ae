import { describe, expect, it } from 'vitest';
import { suggestFileName } from './suggest-file-name.js';

describe('FD-8 the name under which a code block is saved', () => {
  it.each([
    ['python', 'def add(a, b):\n    return a + b', 'add.py'],
    ['ts', '// parser.ts\nexport {}', 'parser.ts'],
    ['ts', '// src/tools/parse-line.ts\nexport const x = 1;', 'parse-line.ts'],
    ['ts', 'export class HttpClient {}', 'http-client.ts'],
    ['py', 'def read_all(x):\n    return x', 'read-all.py'],
    ['json', '{"a": 1}', 'json-block.json'],
    ['', '~~~~\nx\n~~~~', 'text-block.txt'],
    ['sql', 'create table if not exists crew (name text)', 'crew.sql'],
    ['', '', 'code.txt'],
  ])('%s: %s', (language, code, name) => {
    expect(suggestFileName({ code, language })).toBe(name);
  });
});
