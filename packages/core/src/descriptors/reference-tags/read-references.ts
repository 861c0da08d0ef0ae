import { ReferenceTagReader } from './reference-tag-reader.js';
import { storedReference, type StoredReference } from './stored-reference.js';

/** A reference in a complete answer, with its position in the text as the model wrote it. */
export interface WrittenReferenceSpan extends StoredReference {
  name: string;
  /** From the `<` of the opening tag to after the `>` of the closing one. */
  start: number;
  end: number;
  /** Nesting depth; 0 at the top level. */
  depth: number;
}

/** The closed references of a complete answer, in the order of their closing tags. */
export function readReferences(answer: string): WrittenReferenceSpan[] {
  const reader = new ReferenceTagReader();
  const open: { name: string; start: number; viewStart: number }[] = [];
  const spans: WrittenReferenceSpan[] = [];
  let offset = 0;
  let view = '';
  for (const token of [...reader.push(answer), ...reader.end()]) {
    const tag = 'tag' in token ? token.tag : null;
    const end = offset + token.text.length;
    if (tag?.kind === 'open' && open.length < 16)
      open.push({ name: tag.name, start: offset, viewStart: view.length });
    else if (tag?.kind === 'close' && open.length > 0) {
      const { name, start, viewStart } = open.pop() as (typeof open)[number];
      spans.push({ name, start, end, depth: open.length, ...storedReference(view.slice(viewStart)) });
    } else view += token.text;
    offset = end;
  }
  return spans;
}
