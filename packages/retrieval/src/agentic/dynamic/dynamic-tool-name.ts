import { createHash } from 'node:crypto';

const LONGEST = 64;

/** Readable for the model, and unique per item: two items with the same title get different names. */
export function dynamicToolName(options: { kind: 'more' | 'page'; itemId: string; title: string }): string {
  const prefix = options.kind === 'more' ? 'read_more_of' : 'read_page_of';
  const mark = createHash('sha256').update(options.itemId).digest('hex').slice(0, 8);
  const room = LONGEST - prefix.length - mark.length - 2;
  const slug = options.title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .toLowerCase()
    .slice(0, room)
    .replace(/_+$/u, '');
  return slug ? `${prefix}_${slug}_${mark}` : `${prefix}_${mark}`;
}
