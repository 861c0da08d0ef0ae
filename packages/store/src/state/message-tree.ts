import type { MessageNode } from './message-repository.js';

/** Path from the root to this message; empty when the tree has no such message. */
export function branchTo(tree: readonly MessageNode[], leafId: string | null): MessageNode[] {
  const byId = new Map(tree.map((node) => [node.id, node]));
  const path: MessageNode[] = [];
  for (let node = leafId === null ? undefined : byId.get(leafId); node;) {
    path.push(node);
    node = node.parentId === null ? undefined : byId.get(node.parentId);
  }
  return path.toReversed();
}

/** From a message down to a leaf, taking the newest child each time: where switching to a sibling leads. */
export function newestLeafUnder(tree: readonly MessageNode[], id: string): string {
  const newestChild = new Map<string, string>();
  for (const node of tree) if (node.parentId !== null) newestChild.set(node.parentId, node.id);
  let leaf = id;
  for (let child = newestChild.get(leaf); child !== undefined; child = newestChild.get(leaf)) leaf = child;
  return leaf;
}

/** Messages with the same parent, this one included, oldest first. */
export function siblingsOf(tree: readonly MessageNode[], node: MessageNode): string[] {
  return tree.filter((other) => other.parentId === node.parentId).map((other) => other.id);
}
