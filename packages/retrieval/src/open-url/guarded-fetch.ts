import { checkAddress, DEFAULT_ADDRESS_GUARD, type AddressGuard } from './check-address.js';
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from './fetch-limits.js';
import { OpenUrlError } from './open-url-error.js';
import { readBody } from './read-body.js';
import { requestOnce } from './request-once.js';

/** An address to open, and the limits. */
export interface GuardedFetchOptions {
  url: string;
  limits?: Partial<FetchLimits>;
  guard?: Partial<AddressGuard>;
  signal?: AbortSignal | undefined;
}

/** A fetched page and its final address. */
export interface FetchedPage {
  /** After redirects. */
  url: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** Fetches a page from the public internet only (KB-8). Every address, including redirects, is checked before use. */
export async function guardedFetch(options: GuardedFetchOptions): Promise<FetchedPage> {
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  const timeLimit = AbortSignal.timeout(limits.timeMilliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, timeLimit]) : timeLimit;
  try {
    return await abortable(
      follow(options.url, limits, { ...DEFAULT_ADDRESS_GUARD, ...options.guard }, signal),
      signal,
    );
  } catch (error) {
    if (error instanceof OpenUrlError) throw error;
    if (timeLimit.aborted) {
      const seconds = limits.timeMilliseconds / 1000;
      throw new OpenUrlError('time_limit', `The page was not read within ${seconds} seconds.`, {
        cause: error,
      });
    }
    options.signal?.throwIfAborted();
    throw new OpenUrlError('unreachable', 'The page could not be read to its end.', { cause: error });
  }
}

async function follow(
  start: string,
  limits: FetchLimits,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<FetchedPage> {
  if (!URL.canParse(start)) throw new OpenUrlError('not_an_address', 'This is not a web address.');
  let url = new URL(start);
  for (let hop = 0; hop <= limits.maxRedirects; hop++) {
    const address = await checkAddress(url, guard);
    signal.throwIfAborted();
    const response = await requestOnce({ url, address, signal });
    const status = response.statusCode ?? 0;
    const target = response.headers.location;
    if (status >= 300 && status < 400 && target !== undefined) {
      response.destroy();
      if (!URL.canParse(target, url.href))
        throw new OpenUrlError('unreachable', 'The page redirects to an invalid address.');
      url = new URL(target, url);
      continue;
    }
    const mediaType =
      (response.headers['content-type'] ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? '';
    try {
      if (status < 200 || status >= 300) throw new OpenUrlError('status', `The server answered ${status}.`);
      if (
        !limits.types.some((type) => mediaType === type || (/[/.]$/.test(type) && mediaType.startsWith(type)))
      ) {
        throw new OpenUrlError('type_not_allowed', `Content of the type ${mediaType} is not opened.`);
      }
      url.hash = '';
      return { url: url.href, mediaType, bytes: await readBody(response, limits.maxBytes) };
    } finally {
      response.destroy();
    }
  }
  throw new OpenUrlError('too_many_redirects', `The page redirects more than ${limits.maxRedirects} times.`);
}

/** Rejects on abort, even during a DNS lookup, which cannot be cancelled. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {});
  }
}
