import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { OpenUrlError } from './open-url-error.js';

/**
 * Sends one request to a checked numeric address, or with a lookup that returns only such. The host name is still used
 * in the request and in the certificate check.
 */
export function requestOnce(options: {
  url: URL;
  address: string | LookupFunction;
  /** Keeps connections, all to addresses from the same lookup. Without it, each request opens its own. */
  agent?: Agent | undefined;
  signal: AbortSignal;
  method?: string | undefined;
  /** Override the default ones. Names are in lower case. */
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** Fails after this long without data. */
  idleMilliseconds?: number | undefined;
}): Promise<IncomingMessage> {
  const { url, address, signal, body, idleMilliseconds } = options;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        signal,
        method: options.method ?? 'GET',
        // A kept connection could lead to an unchecked address.
        agent: options.agent ?? false,
        lookup: typeof address === 'string' ? always(address) : address,
        headers: {
          'user-agent': 'Ibid (open_url)',
          accept: 'text/html, text/*;q=0.9, application/pdf;q=0.9, */*;q=0.1',
          'accept-encoding': 'gzip, br, identity;q=0.5',
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...options.headers,
        },
      },
      resolve,
    );
    if (idleMilliseconds !== undefined)
      outgoing.setTimeout(idleMilliseconds, () => outgoing.destroy(new Error('no data for too long')));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close a kept connection at this very moment. Retry on a new one.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted)
        resolve(requestOnce({ ...options, agent: undefined }));
      else if (signal.aborted) reject(error);
      else reject(new OpenUrlError('unreachable', `${url.host} does not answer.`, { cause: error }));
    });
    outgoing.end(body);
  });
}

function always(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
