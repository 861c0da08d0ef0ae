import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { webDistFolder } from '@ibid/web';
import type { Context } from 'hono';
import { NotFound } from '../errors/index.js';
import type { Api, AppEnv } from './app-env.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
};

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.webmanifest', '.map']);
const WORTH_COMPRESSING_BYTES = 1024;

/** API paths: an unknown one is an error, not the page. */
export const PROGRAMS = /^\/(?:api|v1|mcp)(?:\/|$)/u;

/** Serves the built page. All addresses within it return the same file; the page routes on the client. */
export function servePage(api: Api, folder: string = webDistFolder): void {
  api.get('*', async (context) => {
    const path = decoded(context.req.path);
    if (PROGRAMS.test(path)) throw new NotFound('There is no such address.');
    const file = await fileAt(folder, path);
    if (file) return sendFile(context, file);
    if (extname(path) !== '') throw new NotFound('There is no such file.');
    const index = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
    if (index === null)
      return context.text(
        'The page is not built. Run: npm run build\nThe API is at /api, described at /openapi.json.\n',
      );
    return context.html(index, 200, { 'cache-control': 'no-cache' });
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new NotFound('There is no such address.');
  }
}

async function fileAt(folder: string, path: string): Promise<{ path: string; bytes: number } | null> {
  const full = normalize(join(folder, path));
  if (!full.startsWith(folder + sep) || path.includes('\0')) return null;
  const found = await stat(full).catch(() => null);
  return found?.isFile() ? { path: full, bytes: found.size } : null;
}

async function sendFile(context: Context<AppEnv>, file: { path: string; bytes: number }): Promise<Response> {
  const headers = {
    'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    // The build puts a content hash into these names.
    'cache-control': file.path.includes(`${sep}assets${sep}`)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    vary: 'accept-encoding',
  };
  const accepts = /\bgzip\b/u.test(context.req.header('accept-encoding') ?? '');
  if (accepts && file.bytes >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.has(extname(file.path))) {
    const bytes = await compressed(file.path);
    return context.body(bytes, 200, {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': String(bytes.byteLength),
    });
  }
  return context.body(Readable.toWeb(createReadStream(file.path)) as ReadableStream, 200, {
    ...headers,
    'content-length': String(file.bytes),
  });
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The page's files do not change while the process runs, so each is compressed once. */
function compressed(path: string): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = kept.get(path);
  if (!bytes) {
    bytes = readFile(path)
      .then((content) => promisify(gzip)(content, { level: 9 }))
      .then((small) => new Uint8Array(small));
    bytes.catch(() => kept.delete(path));
    kept.set(path, bytes);
  }
  return bytes;
}
