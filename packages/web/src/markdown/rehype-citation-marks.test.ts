import { describe, expect, it } from 'vitest';
import { rehypeCitationMarks } from './rehype-citation-marks.js';

const tree = (value: string) => ({
  type: 'root',
  children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value }] }],
});

describe('WEB-1 marks in the text become chips', () => {
  it('takes the punctuation along and keeps the rest of the text', () => {
    const root = tree('One \uE0000.1\uE001. Two\uE0002\uE001 and more');
    rehypeCitationMarks()(root);
    expect(root.children[0]?.children).toEqual([
      { type: 'text', value: 'One\u202F' },
      {
        type: 'element',
        tagName: 'citation-mark',
        properties: { members: '0.1' },
        children: [{ type: 'text', value: '.' }],
      },
      { type: 'text', value: ' Two' },
      { type: 'element', tagName: 'citation-mark', properties: { members: '2' }, children: [] },
      { type: 'text', value: ' and more' },
    ]);
  });

  it('leaves text without marks as it is', () => {
    const root = tree('In [2023] sales');
    rehypeCitationMarks()(root);
    expect(root).toEqual(tree('In [2023] sales'));
  });
});
