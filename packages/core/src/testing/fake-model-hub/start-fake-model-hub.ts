import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * What a model hub on this machine does wrong, and what it was asked.
 *
 * ```ts
 * import type { FakeModelHub } from '@ibid/core/testing';
 *
 * const breakOff = (hub: FakeModelHub) => {
 *   hub.cutAfterBytes = 1; // every answer breaks off after its first byte
 * };
 * ```
 */
export interface FakeModelHub {
  url: string;
  /** Files in the order in which they were asked for, with the byte they began at. */
  downloads: { path: string; from: number; authorization: string | null }[];
  /** Breaks the line after as many bytes of a file, each time; null: never. */
  cutAfterBytes: number | null;
  /** Sends other bytes than it announced. */
  spoils: boolean;
  /** Answers without regard to the range asked for. */
  ignoresRanges: boolean;
  /** Who does not know it gets nothing. */
  key: string | null;
  close(): Promise<void>;
}

/** Larger files are kept apart, by their SHA-256; small ones have the hash that git gives them. */
const LARGE_BYTES = 64 * 1024;

/**
 * A model hub as Hugging Face is one: what a model has, with sizes and hashes, and the files, whole or from a byte on.
 *
 * ```ts
 * import { startFakeModelHub } from '@ibid/core/testing';
 *
 * const hub = await startFakeModelHub({ models: { 'acme/tiny': { 'config.json': Buffer.from('{}') } } });
 * const listed = await fetch(`${hub.url}/api/models/acme/tiny/revision/main?blobs=true`);
 * console.log(listed.status); // 200
 * await hub.close();
 * ```
 */
export async function startFakeModelHub(options: {
  models: Record<string, Record<string, Uint8Array>>;
}): Promise<FakeModelHub> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://hub');
    const authorization = request.headers.authorization ?? null;
    const refuse = (status: number) => response.writeHead(status).end('{"error":"no"}');
    if (hub.key !== null && authorization !== `Bearer ${hub.key}`) return refuse(401);
    const listing = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/([^/]+)$/u.exec(url.pathname);
    const file = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/u.exec(url.pathname);
    const files = options.models[(listing ?? file)?.[1] ?? ''];
    if (!files) return refuse(404);
    const revision = revisionOf(files);
    if (listing) {
      if (!['main', revision].includes(listing[2]!)) return refuse(404);
      const siblings = Object.entries(files).map(([path, bytes]) => ({ rfilename: path, ...facts(bytes) }));
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ id: listing[1], sha: revision, siblings }));
    }
    const path = decodeURIComponent(file?.[3] ?? '');
    const bytes = files[path];
    if (!bytes || file?.[2] !== revision) return refuse(404);
    const asked = /^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1];
    const from = asked === undefined || hub.ignoresRanges ? 0 : Number(asked);
    hub.downloads.push({ path, from: Number(asked ?? 0), authorization });
    const body = Buffer.from(bytes.subarray(from));
    if (hub.spoils && body.length > 0) body[0]! ^= 1;
    response.writeHead(asked === undefined || hub.ignoresRanges ? 200 : 206, {
      'content-length': body.length,
    });
    if (hub.cutAfterBytes === null || body.length <= hub.cutAfterBytes) return response.end(body);
    return response.write(body.subarray(0, hub.cutAfterBytes), () => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: FakeModelHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    downloads: [],
    cutAfterBytes: null,
    spoils: false,
    ignoresRanges: false,
    key: null,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hub;
}

interface Facts {
  size: number;
  blobId: string;
  lfs?: { sha256: string; size: number; pointerSize: number };
}

/** Every request needs them, and hashing weights takes longer than sending them. */
const known = new WeakMap<Uint8Array, Facts>();

function facts(bytes: Uint8Array): Facts {
  const found = known.get(bytes) ?? factsOf(bytes);
  known.set(bytes, found);
  return found;
}

function factsOf(bytes: Uint8Array): Facts {
  const git = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const isLarge = bytes.length > LARGE_BYTES;
  return {
    size: bytes.length,
    blobId: git,
    ...(isLarge ? { lfs: { sha256, size: bytes.length, pointerSize: 130 } } : {}),
  };
}

/** Another state of the files is another commit. */
function revisionOf(files: Record<string, Uint8Array>): string {
  const hash = createHash('sha1');
  for (const [path, bytes] of Object.entries(files)) hash.update(path).update(facts(bytes).blobId);
  return hash.digest('hex');
}
