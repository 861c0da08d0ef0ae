const MOST_FILES = 20;

/** Addresses listed in sitemaps, including nested ones. Unreadable sitemaps are skipped. */
export async function addressesOfSitemap(
  first: readonly string[],
  fetchText: (url: string) => Promise<string | null>,
  most: number,
): Promise<string[]> {
  const waiting = [...first];
  const asked = new Set<string>();
  const found: string[] = [];
  while (waiting.length > 0 && asked.size < MOST_FILES && found.length < most) {
    const url = waiting.shift() ?? '';
    if (asked.has(url)) continue;
    asked.add(url);
    const text = await fetchText(url);
    if (text === null) continue;
    const isIndex = /<sitemapindex[\s>]/iu.test(text.slice(0, 2_000));
    const [into, room] = isIndex ? [waiting, MOST_FILES] : [found, most];
    for (const address of locationsIn(text)) {
      if (into.length >= room) break;
      into.push(address);
    }
  }
  return found;
}

/** Trim white space afterwards: a pattern with it on both sides would take for ever on a page of white space. */
function* locationsIn(xml: string): Generator<string> {
  for (const [, text = ''] of xml.matchAll(/<loc>([^<]{1,4000})<\/loc>/giu)) {
    const address = text.trim();
    if (address !== '') yield address.replace(/&amp;/gu, '&');
  }
}
