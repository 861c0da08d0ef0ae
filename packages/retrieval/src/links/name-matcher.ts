import { linkWords } from './link-words.js';

interface Node {
  next: Map<string, Node> | null;
  /** The name that ends here. */
  key: string | null;
}

/** A place in a text that names an item. */
export interface NameMention {
  key: string;
  /** The text as it is there. */
  mention: string;
  start: number;
  end: number;
}

/**
 * Finds every known name in a text in one pass: a tree of words, walked from each word as far as a name continues. The
 * longest name wins where several begin. Names can be added at any time, which a matcher with precomputed jumps
 * could not take without being rebuilt; a walk is bounded by the longest name, so the work stays linear.
 */
export class NameMatcher {
  readonly #root: Node = { next: null, key: null };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A key made by `linkKey`. */
  add(key: string): void {
    let node = this.#root;
    for (const word of key.split(' ')) {
      node.next ??= new Map();
      let child = node.next.get(word);
      if (!child) {
        child = { next: null, key: null };
        node.next.set(word, child);
      }
      node = child;
    }
    if (node.key === null) this.#size += 1;
    node.key = key;
  }

  /** Mentions in order, not overlapping. */
  find(text: string): NameMention[] {
    const words = linkWords(text);
    const mentions: NameMention[] = [];
    for (let index = 0; index < words.length;) {
      let node: Node | undefined = this.#root;
      let found: { key: string; last: number } | null = null;
      for (let position = index; position < words.length; position += 1) {
        node = node.next?.get(words[position]!.word);
        if (!node) break;
        if (node.key !== null) found = { key: node.key, last: position };
      }
      if (!found) {
        index += 1;
        continue;
      }
      const start = words[index]!.start;
      const end = words[found.last]!.end;
      mentions.push({ key: found.key, mention: text.slice(start, end), start, end });
      index = found.last + 1;
    }
    return mentions;
  }
}
