import type { Hash } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A local model hub: its faults can be set, and its requests are recorded.
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
  /** Files in the order of requests, with the byte each download began at. */
  downloads: { path: string; from: number; authorization: string | null }[];
  /** Breaks the connection after this many bytes of a file, every time; null: never. */
  cutAfterBytes: number | null;
  /** Sends different bytes from those announced. */
  spoils: boolean;
  /** Ignores the requested range. */
  ignoresRanges: boolean;
  /** Requests without this key are refused. */
  key: string | null;
  close(): Promise<void>;
}

/** Larger files are listed with their SHA-256, small ones with their git hash. */
const LARGE_BYTES = 64 * 1024;

/**
 * A model hub like Hugging Face: lists the files of a model with sizes and hashes, and serves them whole or from a byte
 * offset.
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
  // Loaded only by those who start a server: it takes two megabytes.
  const { createServer } = await import('node:http');
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

/** Loaded only when a hub hashes something. */
function createHash(algorithm: 'sha1' | 'sha256'): Hash {
  return process.getBuiltinModule('node:crypto').createHash(algorithm);
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

/** Changed files give another commit. */
function revisionOf(files: Record<string, Uint8Array>): string {
  const hash = createHash('sha1');
  for (const [path, bytes] of Object.entries(files)) hash.update(path).update(facts(bytes).blobId);
  return hash.digest('hex');
}
