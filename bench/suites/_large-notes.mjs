// Very many small inputs for the suite `large`: notes as a folder, a repository, an endless site and a mailbox.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const padded = (number, digits = 6) => String(number).padStart(digits, '0');

/** The text of one note; no two are the same. */
export const noteText = (number) =>
  `Note ${padded(number)} of the harbour. Berth ${number % 97} was paid ${1000 + (number % 9000)} crowns by vessel V${padded(number)}.\n`;
const notePath = (number) => [`part-${padded(Math.floor(number / 100), 4)}`, `note-${padded(number)}.txt`];

export function writeFolder(folder, count) {
  for (let number = 0; number < count; number += 1) {
    const [part, name] = notePath(number);
    if (number % 100 === 0) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, part, name), noteText(number));
  }
}

/** A bare repository with one commit, written through Git's own import. */
export async function writeRepository(folder, count) {
  await finished(spawn('git', ['init', '-q', '--bare', '-b', 'main', folder]));
  const git = spawn('git', ['-C', folder, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const write = async (text) => {
    if (!git.stdin.write(text)) await once(git.stdin, 'drain');
  };
  const message = 'Notes of the harbour\n';
  await write(
    `commit refs/heads/main\ncommitter Ada <ada@example.org> 1767225600 +0000\ndata ${message.length}\n${message}\n`,
  );
  for (let number = 0; number < count; number += 1) {
    const text = noteText(number);
    await write(`M 100644 inline ${notePath(number).join('/')}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  git.stdin.end('done\n');
  await finished(git);
}

async function finished(child) {
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ended with ${code}.`);
}

/** A site on which each page links to two more, forever. */
export async function startEndlessSite() {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const page = Number(/^\/(\d+)$/u.exec(request.url ?? '')?.[1] ?? 0);
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(
      `<title>Page ${page}</title><main><h1>Page ${page}</h1><p>${noteText(page)}</p><a href="/${2 * page + 1}">on</a> <a href="/${2 * page + 2}">and on</a></main>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A series of messages; every tenth is broken in one of five ways. */
export function brokenMailbox(messages) {
  const ways = [
    (head) => `${head}Content-Type: text/plain; charset=no-such-thing\n\n\xff\xfe\x80 bytes of no code\n\n`,
    (head) =>
      `${head}Content-Type: multipart/mixed; boundary="never"\n\n--never\nContent-Type: text/plain\n\nCut off`,
    (head) => `${head}Content-Transfer-Encoding: base64\n\n!!!! this is no base64 ====\n\n`,
    (head) => `${head}Subject: =?utf-8?B?%%%%?= =?x?Q?=ZZ?=\nDate: the 45th of Octember\n\nOdd names.\n\n`,
    () => 'No header at all, and no colon\n\n',
  ];
  const pieces = [];
  for (let number = 0; number < messages; number += 1) {
    const from = `From ada@example.org Mon Jan  1 00:00:00 2026\n`;
    const head = `From: Ada <ada@example.org>\nTo: Ben <ben@example.org>\nMessage-ID: <${number}@example.org>\n`;
    const whole = `${head}Subject: Note ${padded(number)}\nDate: Thu, 1 Jan 2026 00:00:00 +0000\n\n${noteText(number)}\n`;
    pieces.push(from, number % 10 === 9 ? ways[Math.floor(number / 10) % ways.length](head) : whole);
  }
  return Buffer.from(pieces.join(''), 'latin1');
}
