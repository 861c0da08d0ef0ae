/** Spellings of an address that mean the same page: with and without fragment and closing slash. */
export function sameAddresses(url: string): string[] {
  const spellings = new Set([url.trim()]);
  if (URL.canParse(url)) {
    const address = new URL(url);
    spellings.add(address.href);
    address.hash = '';
    spellings.add(address.href);
    const plain = address.href.replace(/\/$/, '');
    spellings.add(plain);
    if (address.search === '') spellings.add(`${plain}/`);
  }
  return [...spellings];
}
