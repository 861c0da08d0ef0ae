import { describe, expect, it } from 'vitest';
import { rehypeCitationMarks } from './rehype-citation-marks.js';

const tree = (value: string) => ({
  type: 'root',
  children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value }] }],
});

describe('WEB-1 marks in the text become chips', () => {
  it('takes the punctuation along and keeps the rest of the text', () => {
    const root = tree('They saw One \uE0000.1\uE001. Two\uE0002\uE001 and more');
    rehypeCitationMarks()(root);
    expect(root.children[0]?.children).toEqual([
      { type: 'text', value: 'They saw ' },
      {
        type: 'element',
        tagName: 'citation-mark',
        properties: { members: '0.1', word: 'One\u202F' },
        children: [{ type: 'text', value: '.' }],
      },
      { type: 'text', value: ' ' },
      { type: 'element', tagName: 'citation-mark', properties: { members: '2', word: 'Two' }, children: [] },
      { type: 'text', value: ' and more' },
    ]);
  });

  it('leaves text without marks as it is', () => {
    const root = tree('In [2023] sales');
    rehypeCitationMarks()(root);
    expect(root).toEqual(tree('In [2023] sales'));
  });
});
