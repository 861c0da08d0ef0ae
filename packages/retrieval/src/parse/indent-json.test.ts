import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent-json.js';
import { jsonChildren } from './json-children.js';

describe('KB-1 JSON is laid out without touching its values', () => {
  it('means the same afterwards, for any value', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('keeps digits that a number type would lose', () => {
    expect(indentJson('{"id":12345678901234567890,"empty":[ ]}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "empty": []\n}',
    );
  });

  it('finds every element and member', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), (values) => {
        const text = indentJson(JSON.stringify(values));
        const found = jsonChildren(text).map(({ start, end }) =>
          JSON.parse(text.slice(start, end).replace(/,$/, '')),
        );
        expect(found).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
    expect(jsonChildren('{"a": 1, "b\\"": [2]}').map((child) => child.key)).toEqual(['a', 'b\\"']);
  });
});
