import { linkWords } from './link-words.js';

interface Node {
  next: Map<string, Node> | null;
  /** The name that ends here. */
  key: string | null;
}

/** A mention of an item in a text. */
export interface NameMention {
  key: string;
  /** The text as written. */
  mention: string;
  start: number;
  end: number;
}

/**
 * Finds all known names in a text in one pass. It walks a trie of words from each word as far as a name continues, and
 * the longest name wins. Names can be added at any time, which a matcher with precomputed jumps would have to be
 * rebuilt for. The longest name bounds each walk, so the work stays linear.
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
