/** KB-8: limits for one request to the web. */
export interface FetchLimits {
  /** Size of the page after decompression. */
  maxBytes: number;
  /** For everything: lookup, redirects and reading. */
  timeMilliseconds: number;
  maxRedirects: number;
  /** Media types, or prefixes if they end in a slash. */
  types: readonly string[];
}

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
