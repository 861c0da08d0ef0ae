import type { ReferenceCategory } from './descriptor-store.js';

const EXTENSION = /\.[A-Za-z0-9]{1,8}$/;

/** FD-8: the file name for downloading a descriptor: its own name, with an extension added if it has none. */
export function referenceFileName(options: {
  /** E.g. `ref:parser` or `fd:12`. */
  name: string;
  category: ReferenceCategory;
  /** The first characters, which show the kind of data. */
  beginning?: string;
}): string {
  const bare = options.name.replace(/^ref:/, '').replace(/^fd:/, 'fd-').split('/').at(-1) ?? '';
  if (EXTENSION.test(bare)) return bare;
  return `${bare}${extensionFor(options.category, options.beginning?.trimStart() ?? '')}`;
}

function extensionFor(category: ReferenceCategory, beginning: string): string {
  if (category !== 'data') return '.txt';
  if (/^[[{]/.test(beginning)) return '.json';
  if (beginning.startsWith('<')) return '.xml';
  const firstLine = beginning.split('\n', 1)[0] ?? '';
  if (firstLine.includes('\t')) return '.tsv';
  return firstLine.includes(',') ? '.csv' : '.txt';
}
