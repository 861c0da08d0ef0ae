/** As `fetch`, and told how much of the body was sent, from 0 to 1, which `fetch` cannot tell. */
export function fetchWithProgress(
  address: string,
  options: {
    method: string;
    headers: Record<string, string>;
    body: FormData;
    signal?: AbortSignal | undefined;
    onProgress: (share: number) => void;
  },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(options.method, address);
    for (const [name, value] of Object.entries(options.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status }));
    });
    request.addEventListener('error', () => reject(new TypeError('The request failed.')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')));
    request.addEventListener('loadend', () => options.signal?.removeEventListener('abort', abort));
    options.signal?.addEventListener('abort', abort);
    if (options.signal?.aborted) abort();
    else request.send(options.body);
  });
}
