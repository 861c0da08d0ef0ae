import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from '../../parse/index.js';
import { ConnectorError } from '../connector-error.js';
import type { Connector } from '../connector.js';
import { failureOf, Mirror, openKind, openNetwork } from '../mirror.test-helper.js';
import { hasDovecot, makeCertificate, startDovecot } from './dovecot.test-helper.js';
import { imapConnector } from './imap-connector.js';

const password = 'app-password-of-the-tests';
const opened: Connector[] = [];
afterAll(async () => {
  for (const connector of opened) await connector.close?.();
});
async function open(settings: Record<string, unknown>, network = openNetwork): Promise<Connector> {
  const connector = await openKind(
    imapConnector,
    { host: 'mail.test', user: 'ada', password, ...settings },
    network,
  );
  opened.push(connector);
  return connector;
}
const message = (subject: string, text: string) =>
  `From: Grace <grace@example.org>\r\nTo: ada@example.org\r\nSubject: ${subject}\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\nMessage-ID: <${subject.length}@x>\r\n\r\n${text}\r\n`;

describe.skipIf(!hasDovecot)('KB-10 IMAP mailboxes', () => {
  let server: Awaited<ReturnType<typeof startDovecot>>;
  let post: ImapFlow;
  beforeAll(async () => {
    server = await startDovecot(password);
    post = await connectAs('ada');
  });
  afterAll(async () => {
    await post?.logout();
    await server?.remove();
  });
  async function connectAs(user: string): Promise<ImapFlow> {
    const { tls, certificate } = server;
    const client = new ImapFlow({
      host: '127.0.0.1',
      servername: 'mail.test',
      port: tls,
      secure: true,
      tls: { ca: certificate },
      auth: { user, pass: password },
      logger: false,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  const mailbox = (settings: Record<string, unknown> = {}) =>
    open({ port: server.tls, certificate: server.certificate, ...settings });
  const sync = async (mirror: Mirror, settings: object, options: Parameters<Mirror['run']>[1] = {}) => {
    const connector = await mailbox({ ...settings });
    await mirror.run(connector, options).finally(() => connector.close?.());
  };
  const within = async (folder: string, work: () => Promise<unknown>) => {
    const lock = await post.getMailboxLock(folder);
    await work().finally(() => lock.release());
  };
  const subjects = (mirror: Mirror) =>
    [...mirror.kept.values()].map(({ item }) => item.path ?? '').toSorted();

  it('follows new, moved and deleted messages, and reads the rest no second time', async () => {
    await post.mailboxCreate('Projects/Äpfel');
    await post.append('INBOX', message('First', 'The pump is red.'));
    await post.append('INBOX', message('Second', 'The valve is blue.'));
    await post.append('Trash', message('Old', 'Thrown away.'));
    const mirror = new Mirror();
    await sync(mirror, { folders: ['*'] });
    expect(subjects(mirror)).toEqual(['INBOX/First.eml', 'INBOX/Second.eml']);
    const first = [...mirror.kept.values()][0];
    expect(first?.item).toMatchObject({
      name: 'First.eml',
      date: '2026-03-03T10:00:00.000Z',
      metadata: { folder: 'INBOX', from: 'Grace <grace@example.org>' },
    });
    const parsed = await parseDocument({ name: 'First.eml', bytes: Buffer.from(first?.text ?? '') });
    expect(parsed.text).toContain('The pump is red.');
    await sync(mirror, { folders: ['*'] });
    expect(mirror.reads).toEqual([]);

    await within('INBOX', () => post.messageMove('1', 'Projects/Äpfel'));
    await within('INBOX', () => post.messageDelete('1'));
    await post.append('INBOX', message('Third', 'New.'));
    await sync(mirror, { folders: ['*'] });
    expect(subjects(mirror)).toEqual(['INBOX/Third.eml', 'Projects/Äpfel/First.eml']);
    expect(mirror.reads.toSorted()).toEqual(['First.eml', 'Third.eml']);
    // A flag does not change the text.
    await within('INBOX', () => post.messageFlagsAdd('1', ['\\Seen', '\\Flagged']));
    await sync(mirror, { folders: ['*'] });
    expect(mirror.reads).toEqual([]);
    await post.mailboxDelete('Projects/Äpfel');
    await sync(mirror, { folders: ['INBOX', 'Projects/Äpfel'] });
    expect(subjects(mirror)).toEqual(['INBOX/Third.eml']);
    expect(mirror.notes).toEqual([
      'The mailbox has no folder Projects/Äpfel any more. Its messages are removed here.',
    ]);
  });

  it('takes a folder made anew under its old name for another', async () => {
    await post.mailboxCreate('Again');
    await post.append('Again', message('Before', 'before'));
    const mirror = new Mirror();
    await sync(mirror, { folders: ['Again'] });
    await post.mailboxDelete('Again');
    await post.mailboxCreate('Again');
    await post.append('Again', message('Behind', 'behind'));
    await sync(mirror, { folders: ['Again'] });
    expect(subjects(mirror)).toEqual(['Again/Behind.eml']);
  });

  it('goes on after a kill, over STARTTLS too, and stops at its limit', async () => {
    await post.mailboxCreate('Many');
    for (let n = 0; n < 12; n++) await post.append('Many', message(`Number ${n}`, `${n}`));
    const settings = { folders: ['Many'], port: server.plain, security: 'starttls' };
    const mirror = new Mirror();
    await sync(mirror, settings, { stopAfter: 5 });
    expect(mirror.kept.size).toBe(5);
    await sync(mirror, settings);
    expect([mirror.kept.size, mirror.reads.length]).toEqual([12, 7]);
    const limited = new Mirror();
    await sync(limited, { ...settings, maxItems: 2 });
    expect([subjects(limited), limited.complete]).toEqual([
      ['Many/Number 10.eml', 'Many/Number 11.eml'],
      false,
    ]);
    const small = new Mirror();
    await sync(small, settings, { maxBytes: 100 });
    expect(small.failures[0]).toBe('Number 0.eml: too-large: Number 0.eml is larger than 100 bytes.');
    await post.append('Many', message('Ancient', 'old'), [], new Date('2001-02-03'));
    const later = new Mirror();
    await sync(later, { ...settings, since: '2010-01-01' });
    expect([later.kept.size, later.complete]).toEqual([12, true]);
  });

  it('reads broken messages as they are and gives names without tricks', async () => {
    await post.mailboxCreate('Broken');
    await post.append('Broken', 'no headers at all, and no end\r\n');
    await post.append(
      'Broken',
      'Subject: ../../etc/\u0000passwd\r\nContent-Type: multipart/mixed; boundary=\r\n\r\nx'.replace(
        '\u0000',
        '',
      ),
    );
    await post.append('Broken', 'Subject: =?utf-8?B?not base64?=\r\nDate: never\r\n\r\n');
    const mirror = new Mirror();
    await sync(mirror, { folders: ['Broken'] });
    expect(mirror.kept.size).toBe(3);
    expect(subjects(mirror)).toContain('Broken/.. .. etc passwd.eml');
    for (const name of mirror.reads) expect(name).not.toMatch(/[/\\]/u);
  });

  it('says what to do about a wrong password, folder, certificate or port, and a server that is away', async () => {
    const failing = async (settings: object) => failureOf(sync(new Mirror(), settings));
    const refused = await failing({ password: 'not-the-one' });
    expect(refused.problem).toBe('refused');
    expect(refused.message).toContain('app password');
    expect(refused.message).not.toContain('not-the-one');
    const folder = await failing({ folders: ['Nowhere'] });
    expect(folder.problem).toBe('settings');
    expect(folder.message).toContain('It has INBOX');
    expect((await failing({ certificate: undefined })).message).toContain('certificate');
    expect((await failing({ port: server.plain })).problem).toBe('settings');

    const mirror = new Mirror();
    const bob = await connectAs('bob');
    await bob.append('INBOX', message('Kept', 'kept'));
    await bob.logout();
    await sync(mirror, { user: 'bob' });
    await server.stop();
    expect((await failureOf(sync(mirror, { user: 'bob' }))).problem).toBe('away');
    expect(subjects(mirror)).toEqual(['INBOX/Kept.eml']);
    await server.start();
    await sync(mirror, { user: 'bob' });
    expect([subjects(mirror), mirror.reads]).toEqual([['INBOX/Kept.eml'], []]);
    post = await connectAs('ada');
  });

  it('waits when too many are logged in, and does not blame the password', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => connectAs('carol')));
    const failure = await failureOf(sync(new Mirror(), { user: 'carol' }));
    await Promise.all(others.map((client) => client.logout()));
    expect(failure.problem).toBe('away');
  });

  it('asks the guard before it connects', async () => {
    const network = {
      ...openNetwork,
      addressOf: async () => {
        throw new ConnectorError('settings', 'not allowed');
      },
    };
    const connector = await open({ port: server.tls }, network);
    expect((await failureOf(new Mirror().run(connector))).message).toBe('not allowed');
  });
});

describe('KB-10 a mail server that means harm', () => {
  it('is left when it answers without end, without encryption or with nothing', async () => {
    const speak = async (listener: (socket: Socket) => void, settings: object) => {
      const server = createServer(listener);
      const sockets = new Set<Socket>();
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const failure = await failureOf(
        new Mirror().run(await open({ port, security: 'starttls', ...settings })),
      );
      for (const socket of sockets) socket.destroy();
      server.close();
      return failure;
    };
    const endless = await speak((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('* OK '.padEnd(1_000_000, 'x')))
          if (socket.destroyed) return;
      };
      socket.on('drain', more);
      more();
    }, {});
    expect(endless.problem).toBe('away');
    // Without STARTTLS, the password must not be sent.
    const said: string[] = [];
    const plain = await speak((socket) => {
      socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
      socket.on('data', (data) => {
        said.push(String(data));
        const [tag] = String(data).split(' ');
        socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`);
      });
    }, {});
    expect(plain.message).not.toContain(password);
    expect(said.join('')).not.toContain(password);
    expect(said.join('')).not.toContain(Buffer.from(password).toString('base64').slice(0, 12));
    expect((await speak((socket) => socket.destroy(), {})).problem).toBe('away');
  });

  it('is left when it names folders without end, or announces four gigabytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-harm-'));
    const { certificatePath, keyPath } = makeCertificate(folder);
    const certificate = await readFile(certificatePath, 'utf8');
    const key = await readFile(keyPath, 'utf8');
    const against = async (onList: (socket: Socket) => void) => {
      const sockets = new Set<Socket>();
      const server = createTlsServer({ cert: certificate, key }, (socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n');
        socket.on('data', (data) => {
          const [tag, command] = String(data).trim().split(' ');
          if (command === 'LIST') onList(socket);
          else socket.write(`${tag} OK done\r\n`);
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const failure = await failureOf(new Mirror().run(await open({ port, certificate })));
      for (const socket of sockets) socket.destroy();
      server.close();
      return failure;
    };
    let count = 0;
    const withoutEnd = (socket: Socket) => {
      const more = () => {
        const lines = Array.from(
          { length: 10 },
          () => `* LIST () "/" "${'x'.repeat(100_000)}${count++}"\r\n`,
        );
        if (!socket.destroyed && socket.write(lines.join(''))) setImmediate(more);
      };
      socket.on('drain', more);
      more();
    };
    // Already during the greeting, when folders are first requested.
    expect(await against(withoutEnd)).toMatchObject({
      problem: 'away',
      message: expect.stringContaining('more data than requested'),
    });
    const huge = await against((socket) => {
      socket.write('* LIST () "/" {4294967295}\r\n');
    });
    expect(huge).toMatchObject({ problem: 'away' });
    await rm(folder, { recursive: true, force: true });
  });

  it('KB-1 sends parts within parts without end, and the reading ends', async () => {
    const depth = 20_000;
    const opened = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    const text = `Subject: deep\r\n${opened.join('')}Content-Type: text/plain\r\n\r\nthe bottom\r\n`;
    const parsed = await parseDocument({ bytes: Buffer.from(text), name: 'deep.eml' }).then(
      (document) => document.text.length < 1_000_000,
      (error: unknown) => (error as { code?: string }).code !== undefined,
    );
    expect(parsed).toBe(true);
  });
});
