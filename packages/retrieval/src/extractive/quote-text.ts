import { splitSentences } from '@ibid/core/internal';

/** Each sentence is a quotation with a marker of its own: one marker behind two sentences stands for the second only. */
export function quotes(text: string, marker: string): string {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return (sentences.length > 1 ? sentences : [text]).map((one) => `${quoted(one)}${marker}`).join(' ');
}

/** Quotation marks that the sentence itself does not use, so that the quote can be checked word for word. */
function quoted(text: string): string {
  return `“${plain(readable(text.replaceAll(/[“”]/gu, '"')))}”`;
}

/** Without the addresses of links, and without emphasis that began or ends in another sentence. */
function readable(text: string): string {
  const linked = text.replaceAll(/!?\[([^\][]*)\]\([^\s()]*(?:\s+"[^"]*")?\)/gu, '$1');
  return linked.split('**').length % 2 === 0 ? linked.replace(/^\s*\*\*\s*|\s*\*\*\s*$/u, '') : linked;
}

/** Brackets that would be read as citations are escaped; in code none are, and a backslash would be shown. */
export function plain(text: string): string {
  const joined = text.replaceAll(/\s+/gu, ' ');
  return joined.replaceAll(/(`+)[^`]+\1(?!`)|[[\]【】［］]/gu, (found, ticks: string | undefined) =>
    ticks === undefined ? `\\${found}` : found,
  );
}
