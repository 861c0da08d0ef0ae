import { isReferenceName } from '../handle.js';

/** The longest recognised tag. It limits how much text a lone `<ref` can hold back; a longer tag is text. */
export const MAX_TAG_CHARACTERS = 512;

export type ReferenceTag =
  | { kind: 'open'; name: string; length: number }
  | { kind: 'close'; length: number }
  /** Well-formed, but without a valid reference name. */
  | { kind: 'nameless'; length: number }
  /** Longer than a tag may be: its first character is text, and the rest is read again. */
  | { kind: 'overlong'; length: 1 };

const CLOSE = /^<\/ref\s*>/i;
const OPEN = /^<ref((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*>/i;
const ATTRIBUTE = /\s+([\w:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** The same patterns, cut off by the end of the text at any point. */
const PARTIAL =
  /^<(?:\/?(?:r(?:ef?)?)?$|\/ref\s*$|ref(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*(?:\s*|\s+[\w:-]+\s*(?:=\s*(?:"[^"<]*|'[^'<]*)?)?)$)/i;

/** Parses the tag at the beginning of a text. `partial`: more text is needed. Null: not a reference tag. */
export function readReferenceTag(text: string): ReferenceTag | 'partial' | null {
  const window = text.slice(0, MAX_TAG_CHARACTERS);
  const close = CLOSE.exec(window);
  if (close) return { kind: 'close', length: close[0].length };
  const open = OPEN.exec(window);
  if (open) {
    const length = open[0].length;
    const name = idOf(open[1] ?? '');
    return name !== null && isReferenceName(name)
      ? { kind: 'open', name, length }
      : { kind: 'nameless', length };
  }
  if (!PARTIAL.test(window)) return null;
  return text.length < MAX_TAG_CHARACTERS ? 'partial' : { kind: 'overlong', length: 1 };
}

function idOf(attributes: string): string | null {
  for (const [, name, double, single] of attributes.matchAll(ATTRIBUTE))
    if (name?.toLowerCase() === 'id') return (double ?? single ?? '').trim();
  return null;
}
