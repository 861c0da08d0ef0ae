import { markEnd, markStart } from '../citations/mark-citations.js';

/** The part of an HTML tree that this plugin needs. */
interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, string>;
  children?: TreeNode[];
}

/**
 * A mark with the word before it and the punctuation after it, which must not be separated by a line break. In scripts
 * without spaces, one character counts as the word.
 */
const pattern = new RegExp(
  `([^\\s\\u2E80-\\u9FFF\\uAC00-\\uD7AF\\uE000\\uE001]{1,24}|[\\u2E80-\\u9FFF\\uAC00-\\uD7AF])?( ?)` +
    `${markStart}([uv]?[\\d.]+)${markEnd}([.,;:!?)\\]»”’"']*)`,
  'g',
);
const narrowSpace = '\u202F';

/** Turns marks in text into `citation-mark` elements, which the component map shows as chips. */
export function rehypeCitationMarks(): (tree: TreeNode) => void {
  return function transform(node) {
    if (node.children === undefined) return;
    node.children = node.children.flatMap((child) => {
      if (child.type === 'text' && child.value?.includes(markStart)) return split(child.value);
      transform(child);
      return [child];
    });
  };
}

function split(value: string): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  for (const match of value.matchAll(pattern)) {
    if (match.index > at) nodes.push({ type: 'text', value: value.slice(at, match.index) });
    const [, word = '', space, members = '', tail = ''] = match;
    nodes.push({
      type: 'element',
      tagName: 'citation-mark',
      properties: { members, word: space === '' ? word : `${word}${narrowSpace}` },
      children: tail === '' ? [] : [{ type: 'text', value: tail }],
    });
    at = match.index + match[0].length;
  }
  if (at < value.length) nodes.push({ type: 'text', value: value.slice(at) });
  return nodes;
}
