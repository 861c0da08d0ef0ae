import type { MessageNode } from './message-repository.js';

/** The path from the root to this message; empty if the tree does not contain it. */
export function branchTo(tree: readonly MessageNode[], leafId: string | null): MessageNode[] {
  const byId = new Map(tree.map((node) => [node.id, node]));
  const path: MessageNode[] = [];
  for (let node = leafId === null ? undefined : byId.get(leafId); node;) {
    path.push(node);
    node = node.parentId === null ? undefined : byId.get(node.parentId);
  }
  return path.toReversed();
}

/** The leaf reached from a message by always taking the newest child: where switching to a sibling leads. */
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
