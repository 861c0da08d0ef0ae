import type { Transport } from '@ibid/client/internal';

/** Like `fetch`, but reports the share of the body sent, from 0 to 1, which `fetch` cannot. */
export function transportWithProgress(onProgress: (share: number) => void): Transport {
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
      });
      request.addEventListener('load', () => {
        const { status, responseText } = request;
        resolve(new Response(status === 204 ? null : responseText, { status }));
      });
      request.addEventListener('error', () => reject(new TypeError('The request failed.')));
      request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      else request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
}
