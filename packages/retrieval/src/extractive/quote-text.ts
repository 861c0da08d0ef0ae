import { splitSentences } from '@ibid/core/internal';

/** Quotes each sentence with its own marker: a marker after two sentences would apply only to the second. */
export function quotes(text: string, marker: string): string {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return (sentences.length > 1 ? sentences : [text]).map((one) => `${quoted(one)}${marker}`).join(' ');
}

/** Uses quotation marks that the sentence does not contain, so the quote can be checked word for word. */
function quoted(text: string): string {
  return `“${plain(readable(text.replaceAll(/[“”]/gu, '"')))}”`;
}

/** Removes link addresses, and emphasis marks whose partner is in another sentence. */
function readable(text: string): string {
  const linked = text.replaceAll(/!?\[([^\][]*)\]\([^\s()]*(?:\s+"[^"]*")?\)/gu, '$1');
  return linked.split('**').length % 2 === 0 ? linked.replace(/^\s*\*\*\s*|\s*\*\*\s*$/u, '') : linked;
}

/** Escapes brackets that would be read as citations. Code needs none, and would show the backslash. */
export function plain(text: string): string {
  const joined = text.replaceAll(/\s+/gu, ' ');
  return joined.replaceAll(/(`+)[^`]+\1(?!`)|[[\]【】［］]/gu, (found, ticks: string | undefined) =>
    ticks === undefined ? `\\${found}` : found,
  );
}
