import { isIP } from 'node:net';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { ConnectorError } from '../connector-error.js';
import type { ConnectorTools } from '../connector.js';
import type { ImapSettings } from './imap-settings.js';
import type { MessageFacts } from './message-item.js';

/** More than any list of UIDs or headers needs. Messages have a separate limit. */
const MAX_ANSWER = 64 * 2 ** 20;
const WATCH_MILLISECONDS = 50;
const LEFT_OUT = new Set(['\\Drafts', '\\Junk', '\\Trash', '\\All']);

interface ImapFailure {
  code?: string;
  authenticationFailed?: boolean;
  serverResponseCode?: string;
}

/** One connection to a mailbox, made when first needed. Folders are opened read-only. */
export class Mailbox {
  readonly #settings: ImapSettings;
  readonly #tools: ConnectorTools;
  #client: ImapFlow | null = null;
  #folder: { name: string; validity: string } | null = null;

  constructor(settings: ImapSettings, tools: ConnectorTools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  /** `*` means every folder except drafts, junk, trash and "all mail". */
  async findFolders(names: readonly string[]): Promise<{ present: string[]; missing: string[] }> {
    const folders = await this.#do((client) => client.list());
    const selectable = folders.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'));
    const all = selectable.filter(({ specialUse }) => !LEFT_OUT.has(specialUse ?? ''));
    const wanted = new Set(names.flatMap((name) => (name === '*' ? all.map(({ path }) => path) : [name])));
    const existing = new Set(selectable.map(({ path }) => path));
    const missing = [...wanted].filter((name) => !existing.has(name));
    if (missing.length === wanted.size)
      throw new ConnectorError(
        'settings',
        `The mailbox has no folder ${missing.join(', ')}. It has ${[...existing].slice(0, 30).join(', ')}.`,
      );
    return { present: [...wanted].filter((name) => existing.has(name)), missing };
  }

  /** Returns its UIDVALIDITY. When that changes, all UIDs of the folder become invalid. */
  async openFolder(name: string): Promise<string> {
    if (this.#folder?.name === name && this.#client?.usable) return this.#folder.validity;
    this.#folder = null;
    const opened = await this.#do((client) => client.mailboxOpen(name, { readOnly: true }));
    this.#folder = { name, validity: String(opened.uidValidity) };
    return this.#folder.validity;
  }

  /** UIDs of the messages in the open folder, oldest first. */
  async listUids(since: string | null): Promise<number[]> {
    const query = since === null ? { all: true } : { since: new Date(since) };
    const found = await this.#do((client) => client.search(query, { uid: true }));
    if (found === false) throw new ConnectorError('away', `${this.#where} cannot list its messages now.`);
    return [...new Set(found)].toSorted((a, b) => a - b);
  }

  async describeMessages(uids: readonly number[]): Promise<Map<number, MessageFacts>> {
    const asked = new Set(uids);
    const found = new Map<number, MessageFacts>();
    await this.#do(async (client) => {
      const query = { uid: true, size: true, internalDate: true, envelope: true };
      for await (const message of client.fetch([...uids], query, { uid: true }))
        if (asked.has(message.uid)) found.set(message.uid, factsOf(message));
    });
    return found;
  }

  /** Reads at most one byte more than the limit. Null if the message is gone. */
  async readMessage(uid: number, maxBytes: number): Promise<Uint8Array | null> {
    const query = { uid: true, source: { start: 0, maxLength: maxBytes + 1 } };
    const message = await this.#do(
      (client) => client.fetchOne(String(uid), query, { uid: true }),
      MAX_ANSWER + maxBytes,
    );
    return message ? (message.source ?? new Uint8Array()) : null;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (!client) return;
    // A server that is away may never answer the logout.
    await Promise.race([
      client.logout().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 2000).unref()),
    ]);
    client.close();
  }

  get #where(): string {
    return `The mail server ${this.#settings.host}`;
  }

  async #do<T>(work: (client: ImapFlow) => Promise<T>, maxBytes = MAX_ANSWER): Promise<T> {
    const { signal } = this.#tools;
    signal.throwIfAborted();
    const stop = () => this.#client?.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const client = (this.#client = this.#client?.usable ? this.#client : await this.#connect());
      return await this.#within(client, maxBytes, () => work(client));
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ConnectorError ? error : this.#explain(error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #connect(): Promise<ImapFlow> {
    const { host, port, security, user, password, certificate } = this.#settings;
    const address = await this.#tools.network.addressOf(host, port);
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client({
      // Connect to the checked address; the certificate must match the name.
      host: address,
      ...(isIP(host) ? {} : { servername: host }),
      port,
      secure: security === 'tls',
      ...(security === 'starttls' ? { doSTARTTLS: true } : {}),
      tls: { minVersion: 'TLSv1.2', ...(certificate === undefined ? {} : { ca: certificate }) },
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      maxLineLength: MAX_ANSWER,
      maxLiteralSize: MAX_ANSWER * 4,
      maxResponseSize: MAX_ANSWER * 5,
      connectionTimeout: 30_000,
      greetingTimeout: 30_000,
      socketTimeout: 120_000,
    });
    // A broken connection also rejects pending requests. Without a listener, this event would end the process.
    client.on('error', () => {});
    this.#folder = null;
    await this.#within(client, MAX_ANSWER, () => client.connect());
    return client;
  }

  /** Each line of an answer is limited, but the number of lines is not. */
  async #within<T>(client: ImapFlow, maxBytes: number, work: () => Promise<T>): Promise<T> {
    const before = client.stats().received;
    let watch: NodeJS.Timeout | undefined;
    const tooMuch = new Promise<never>((_resolve, reject) => {
      watch = setInterval(() => {
        if (client.stats().received - before <= maxBytes) return;
        client.close();
        reject(
          new ConnectorError('away', `${this.#where} sent more data than requested, so Ibid disconnected.`),
        );
      }, WATCH_MILLISECONDS);
    });
    const done = work();
    // Nobody awaits the one that settles second.
    done.catch(() => {});
    try {
      return await Promise.race([done, tooMuch]);
    } finally {
      clearInterval(watch);
    }
  }

  /** The client's errors may contain what was sent, so their texts are not shown. */
  #explain(error: unknown): ConnectorError {
    const { code = '', authenticationFailed, serverResponseCode = '' } = error as ImapFailure;
    if (authenticationFailed && /^(UNAVAILABLE|LIMIT|INUSE|SERVERBUG)$/u.test(serverResponseCode))
      return new ConnectorError(
        'away',
        `${this.#where} allows this user no further connections at the same time. Ibid tries again later.`,
      );
    if (authenticationFailed)
      return new ConnectorError(
        'refused',
        `${this.#where} does not accept the user name and password. Enter them again. Most providers require an app password, and IMAP enabled in their settings.`,
      );
    if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/u.test(code))
      return new ConnectorError(
        'settings',
        `${this.#where} has a certificate that cannot be verified (${code}). Check the host, or enter its certificate.`,
      );
    if (/SSL|EPROTO|TLS/u.test(code))
      return new ConnectorError(
        'settings',
        `${this.#where} does not speak ${this.#settings.security} on port ${this.#settings.port}. Try the other encryption or port.`,
      );
    if (code.endsWith('TooLarge'))
      return new ConnectorError(
        'away',
        `${this.#where} sent more data than requested, so Ibid disconnected.`,
      );
    return new ConnectorError('away', `${this.#where} does not answer. Ibid tries again later.`);
  }
}

function factsOf(message: FetchMessageObject): MessageFacts {
  const { envelope, internalDate, size = 0 } = message;
  const sender = envelope?.from?.[0];
  return {
    subject: (envelope?.subject ?? '').slice(0, 500),
    from: (sender?.name ? `${sender.name} <${sender.address ?? ''}>` : (sender?.address ?? '')).slice(0, 300),
    date: dateOf(envelope?.date) ?? dateOf(internalDate),
    size,
  };
}

function dateOf(value: Date | string | undefined): string | null {
  const date = value === undefined ? new Date(Number.NaN) : new Date(value);
  return Number.isNaN(date.getTime()) || date.getFullYear() < 1970 ? null : date.toISOString();
}
