/** KB-8: how much of the web one call may take. */
export interface FetchLimits {
  /** Of the page after unpacking. */
  maxBytes: number;
  /** For everything: looking up, redirects, reading. */
  timeMilliseconds: number;
  maxRedirects: number;
  /** Media types, or their beginnings when they end in a slash. */
  types: readonly string[];
}

/** How large, slow and far away a web page may be, and of which types. */
export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  maxBytes: 10 * 2 ** 20,
  timeMilliseconds: 15_000,
  maxRedirects: 5,
  types: [
    'text/',
    'application/xhtml+xml',
    'application/pdf',
    'application/json',
    'application/epub+zip',
    'application/vnd.openxmlformats-officedocument.',
  ],
};
