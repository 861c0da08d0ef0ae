export interface JsonChild {
  start: number;
  end: number;
  /** The key of an object's member. */
  key?: string;
}

/** Spans of the elements or members of the outermost array or object in valid JSON. */
export function jsonChildren(text: string): JsonChild[] {
  const children: JsonChild[] = [];
  let depth = 0;
  let start = -1;
  let key: string | undefined;
  let lastString = '';
  const close = (end: number) => {
    if (start >= 0) children.push({ start, end, ...(key === undefined ? {} : { key }) });
    start = -1;
    key = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (depth === 1 && start < 0 && !/[\s,\]}]/.test(character)) start = at;
    if (character === '"') {
      const end = stringEnd(text, at);
      if (depth === 1) lastString = text.slice(at + 1, end);
      at = end;
    } else if (character === ':' && depth === 1) key ??= lastString;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') {
      depth--;
      if (depth === 0) close(text.slice(0, at).trimEnd().length);
    } else if (character === ',' && depth === 1) close(at + 1);
  }
  return children;
}

/** Index of the closing quote of the string that opens at `from`. */
export function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
