const MOST_FILES = 20;

/** Addresses that a sitemap names, also by further ones that it leads to. What cannot be read is passed over. */
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
    const addresses = locationsIn(text);
    if (/<sitemapindex[\s>]/iu.test(text.slice(0, 2_000))) waiting.push(...addresses);
    else found.push(...addresses);
  }
  return found.slice(0, most);
}

function locationsIn(xml: string): string[] {
  return Array.from(xml.matchAll(/<loc>\s*([^<]{1,2000}?)\s*<\/loc>/giu), ([, address = '']) =>
    address.replace(/&amp;/gu, '&'),
  );
}
