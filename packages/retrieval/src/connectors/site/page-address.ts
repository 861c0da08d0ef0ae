/** Parameters that track visitors and do not change the page. */
const NOISE = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|ref_src|sessionid|phpsessid|jsessionid|sid)$/iu;
const MOST_CHARACTERS = 2_000;
/** `/a/b/a/b/a/b…` and endless calendars: addresses that exist only because links generate them. */
const MOST_SEGMENTS = 25;
const MOST_REPEATED = 3;

/** One canonical spelling for each page; null for anything that is not a web page or looks generated. */
export function pageAddress(link: string, base: string): URL | null {
  if (!URL.canParse(link, base)) return null;
  const url = new URL(link, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.pathname = url.pathname.replace(/\/{2,}/gu, '/').replace(/;jsessionid=[^/]*/iu, '');
  const kept = [...url.searchParams].filter(([name]) => !NOISE.test(name));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(kept).toString();
  if (url.href.length > MOST_CHARACTERS) return null;
  const segments = url.pathname.split('/').filter(Boolean);
  if (segments.length > MOST_SEGMENTS) return null;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MOST_REPEATED) return null;
    counts.set(segment, count);
  }
  return url;
}
