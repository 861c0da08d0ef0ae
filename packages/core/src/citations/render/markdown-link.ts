/** An address as a Markdown link destination, encoded so nothing in it can end the link early. */
export function linkDestination(url: string): string {
  const safe = Array.from(url, (character) =>
    isUnsafe(character) ? encodeURIComponent(character) : character,
  ).join('');
  return safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

const isUnsafe = (character: string) =>
  character <= ' ' || character === '<' || character === '>' || character === '\\';

/** Addresses that run code are never made links. */
export function isLinkable(url: string): boolean {
  const scheme = /^[^/?#]*?:/.exec(url.replaceAll(/[\p{Cc}\s]/gu, ''))?.[0].toLowerCase();
  return scheme === undefined || !['javascript:', 'data:', 'vbscript:'].includes(scheme);
}

/** Escapes text so Markdown shows it literally: one line, no markup, no links. */
export function escapeMarkdown(text: string): string {
  return singleLine(text).replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, String.raw`\$&`);
}

/** Replaces line breaks and control characters with spaces. */
export function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
