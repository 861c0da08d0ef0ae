const ENDINGS: Record<string, string> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'application/json': '.json',
};

/** A file name for a page: the end of its address, with the extension of its type. */
export function itemName(url: string, mediaType: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  const name = safeDecode(last).slice(0, 150);
  const ending = ENDINGS[mediaType] ?? '';
  if (ending === '' || name.toLowerCase().endsWith(ending)) return name;
  // Pages come from programs: `index.php` does not contain source code.
  return `${name.replace(/\.(?:html?|xhtml|php|aspx?|jsp|cgi)$/iu, '')}${ending}`;
}

/** Decodes percent-encoding if it is valid. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
