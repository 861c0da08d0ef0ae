import { createHash } from 'node:crypto';

/** What a crawler needs to know about a page. */
export interface ScannedPage {
  /** As written, in order. */
  links: string[];
  base: string | null;
  canonical: string | null;
  isIndexed: boolean;
  isFollowed: boolean;
  /** Hash of words and links only, which ignores what changes with every answer, such as tokens in forms. */
  hash: string;
}

const MOST_LINKS = 2_000;
/** Elements whose content is not text, and the tags that end them. */
const NOT_TEXT = new Map(
  ['script', 'style', 'template', 'noscript'].map((name) => [name, new RegExp(`</${name}`, 'giu')]),
);
/** The value is optional: retrying from each letter of a name without one would take quadratic time. */
const ATTRIBUTE = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gu;

/** Scans a page once from start to end, however broken it is. The text itself is parsed elsewhere, with limits. */
export function scanHtml(html: string): ScannedPage {
  const page: ScannedPage = {
    links: [],
    base: null,
    canonical: null,
    isIndexed: true,
    isFollowed: true,
    hash: '',
  };
  const hash = createHash('sha256');
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open === -1 ? html.length : open).trim();
    if (text !== '') hash.update(text).update('\n');
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      at = endOf(html, '-->', open + 4);
      continue;
    }
    const end = endOf(html, '>', open);
    const name = /^[a-z][a-z0-9]*/u.exec(html.slice(open + 1, open + 20).toLowerCase())?.[0] ?? '';
    if (['a', 'area', 'base', 'link', 'meta', 'iframe'].includes(name))
      takeTag(page, name, attributesOf(html.slice(open, Math.min(end, open + 8_000))));
    const mark = NOT_TEXT.get(name);
    at = mark ? endOfMatch(html, mark, end) : end;
  }
  for (const link of page.links) hash.update(link).update('\n');
  page.hash = hash.digest('hex').slice(0, 32);
  return page;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

function endOfMatch(text: string, mark: RegExp, from: number): number {
  mark.lastIndex = from;
  return mark.test(text) ? mark.lastIndex : text.length;
}

function takeTag(page: ScannedPage, name: string, attributes: Map<string, string>): void {
  const href = attributes.get('href');
  const relation = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/u);
  if ((name === 'a' || name === 'area') && href !== undefined && !relation.includes('nofollow')) {
    if (page.links.length < MOST_LINKS) page.links.push(href);
  } else if (name === 'base' && href !== undefined) page.base ??= href;
  else if (name === 'link' && relation.includes('canonical') && href !== undefined) page.canonical ??= href;
  else if (name === 'meta' && /^(robots|ibid)$/iu.test(attributes.get('name') ?? '')) {
    const said = (attributes.get('content') ?? '').toLowerCase();
    if (/\b(noindex|none)\b/u.test(said)) page.isIndexed = false;
    if (/\b(nofollow|none)\b/u.test(said)) page.isFollowed = false;
  }
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare;
    if (value !== undefined) attributes.set(name.toLowerCase(), decode(value));
  }
  return attributes;
}

/** Addresses contain few kinds of entities. */
function decode(text: string): string {
  return text
    .replace(/&#(\d{1,6});/gu, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0xff_ff)))
    .replace(/&quot;/gu, '"')
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&amp;/gu, '&')
    .trim();
}
