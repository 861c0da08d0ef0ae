import { OpenUrlError } from '../open-url/index.js';
import { ConnectorError } from './connector-error.js';
import type { ConnectorNetwork, ConnectorRequest } from './connector.js';

/** A request to the server of a source, with authorization. */
export interface ServerQuestion extends ConnectorRequest {
  network: ConnectorNetwork;
  url: URL;
  /** The kind of server, for messages: `WebDAV server`. */
  server: string;
  signal: AbortSignal;
  /** For the whole answer, including its body. */
  timeMilliseconds?: number;
}

const MAX_REDIRECTS = 5;

/**
 * Returns the server's answer, whatever its status. Redirects are followed only within its origin: credentials go
 * nowhere else, and an answer fetched elsewhere without them would be misleading.
 */
export async function askServer(question: ServerQuestion): Promise<Response> {
  const { network, server, timeMilliseconds = 600_000, ...rest } = question;
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(timeMilliseconds)]);
  let { url } = question;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { method, headers, body } = rest;
    const request: ConnectorRequest = {
      ...(method === undefined ? {} : { method }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    };
    const answer = await network.fetch(url, request).catch((error: unknown) => {
      question.signal.throwIfAborted();
      throw asConnectorError(error, url, server);
    });
    const target = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || target === null) return answer;
    await answer.body?.cancel();
    const next = URL.canParse(target, url.href) ? new URL(target, url) : null;
    if (next?.origin !== url.origin) {
      throw new ConnectorError(
        'settings',
        `The ${server} at ${url.host} redirects to ${next?.host ?? 'an invalid address'}. Ibid does not send passwords to the target of a redirect. If the new address is correct, enter it.`,
      );
    }
    url = next;
  }
  throw new ConnectorError(
    'settings',
    `The ${server} at ${url.host} redirects in a loop. Check the address.`,
  );
}

function asConnectorError(error: unknown, url: URL, server: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (error instanceof OpenUrlError && error.problem === 'address_not_allowed')
    return new ConnectorError('settings', error.message, { cause: error });
  return new ConnectorError('away', `The ${server} at ${url.host} does not answer. Ibid tries again later.`, {
    cause: error,
  });
}

/** Explains an error status in general terms. Connectors that know more say more. */
export async function refusal(answer: Response, url: URL, server: string): Promise<ConnectorError> {
  await answer.body?.cancel();
  const where = `The ${server} at ${url.host}`;
  switch (answer.status) {
    case 401:
      return new ConnectorError(
        'refused',
        `${where} does not accept the user name and password. Enter them again. If the account uses two-factor log-in, create an app password there.`,
      );
    case 403:
      return new ConnectorError('refused', `${where} does not let this user see ${url.pathname}.`);
    case 404:
    case 405:
    case 410:
      return new ConnectorError('settings', `${where} has nothing at ${url.pathname}. Check the address.`);
    default:
      return new ConnectorError('away', `${where} answered ${answer.status}. Ibid tries again later.`);
  }
}

/** Reads the body up to a limit, without trusting the size the server declares. */
export async function readUpTo(
  answer: Response,
  options: { maxBytes: number; tooLarge: () => ConnectorError; cutOff: () => ConnectorError },
): Promise<Uint8Array> {
  const { maxBytes, tooLarge, cutOff } = options;
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    await answer.body?.cancel();
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bodyOf(answer, cutOff)) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The body in parts. Leaving the loop early ends the transfer. */
export async function* bodyOf(answer: Response, cutOff: () => ConnectorError): AsyncGenerator<Uint8Array> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw cutOff();
      });
      if (done) return;
      yield value as Uint8Array;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
