import type { ReferenceCategory } from '../descriptor-store.js';
import { referenceCategory } from '../reference-category.js';

/** The content of a reference without its tags and without the fence around its code. */
export interface StoredReference {
  content: string;
  /** Language of the removed fence, in lower case. */
  language: string | null;
  category: ReferenceCategory;
}

const BLOCK_START = /^[ \t]*\r?\n/;
const BLOCK_END = /(\n)[ \t]*$/;
const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*\r?\n/;

/**
 * What is stored of the text between two tags. Line ends that belong to tags on separate lines are removed. If the
 * whole text is one fenced block, only its content is stored: an export must be the program, not Markdown around it.
 */
export function storedReference(written: string): StoredReference {
  const content = written.replace(BLOCK_START, '').replace(BLOCK_END, '$1');
  const block = unwrapFence(content);
  if (!block) return { content, language: null, category: referenceCategory({ content }) };
  return { ...block, category: referenceCategory(block) };
}

function unwrapFence(content: string): { content: string; language: string | null } | null {
  const opening = OPENING.exec(content);
  if (!opening) return null;
  const [line, indent = '', fence = '', language = ''] = opening;
  const character = fence.charAt(0);
  const closing = new RegExp(`^ {0,3}\\${character}{${fence.length},}[ \\t]*\\r?$`, 'm');
  const body = content.slice(line.length);
  const end = closing.exec(body);
  if (!end || body.slice(end.index + end[0].length).trim() !== '') return null;
  const inside = body.slice(0, end.index);
  const text = indent === '' ? inside : inside.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '');
  return { content: text, language: language === '' ? null : language.toLowerCase() };
}
