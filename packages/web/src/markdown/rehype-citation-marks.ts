import { markEnd, markStart } from '../citations/mark-citations.js';

/** The little of a HTML tree that this plugin needs. */
interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, string>;
  children?: TreeNode[];
}

const pattern = new RegExp(`${markStart}([\\d.]+)${markEnd}`, 'g');

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
    nodes.push({
      type: 'element',
      tagName: 'citation-mark',
      properties: { members: match[1] ?? '' },
      children: [],
    });
    at = match.index + match[0].length;
  }
  if (at < value.length) nodes.push({ type: 'text', value: value.slice(at) });
  return nodes;
}
