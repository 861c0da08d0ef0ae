import { itemHasContent, unfinishedJobNeeds } from '@ibid/store/internal';
import { Readable } from 'node:stream';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { FileSchema, IdParamSchema, ItemTextSchema, TextQuerySchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import { Forbidden, NotFound } from '../errors/index.js';
import { countInBackground } from '../files/count-file.js';
import { receiveUploads } from '../files/receive-uploads.js';
import type { ReceivedFile } from '../files/receive-uploads.js';
import { safeMediaType } from '../files/safe-media-type.js';
import { readableFile, visibleFile } from '../files/visible-files.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { ANY_TYPE, fileAnswer, jsonAnswer, nothing, problems } from '../http/route-parts.js';
import type {
  Budgets,
  Configuration,
  Conversations,
  Files,
  Models,
  Observability,
  Projects,
  Storage,
} from '../services.js';
import { fileView } from './conversation-view.js';

const tags = ['Files'];
/** Per response; clients request the rest by position. */
const MOST_CHARACTERS = 400_000;

export const uploadBody = {
  content: {
    'multipart/form-data': {
      schema: z.object({
        files: z
          .array(z.string().openapi({ format: 'binary' }))
          .openapi({ description: 'One part per file' }),
      }),
    },
  },
} as const;

/** First phase: the bytes are stored. The second phase runs in the background. */
export async function storeUploads(
  services: Configuration & Observability & Budgets & Files & Models,
  context: Context<AppEnv>,
  principal: Principal,
) {
  const received = await receiveUploads({
    request: context.req.raw,
    blobs: services.blobs,
    limits: services.options.limits,
  });
  const storage = received.reduce((total, { bytes }) => total + bytes, 0);
  const files = await withinQuotas(services, principal, { storage }, () =>
    Promise.all(received.map((file) => createFile(services, principal.user.id, file))),
  );
  for (const file of files) countInBackground(services, file);
  return files;
}

function createFile(services: Files, ownerId: string, { name, mediaType, bytes, hash }: ReceivedFile) {
  return services.files.create({ ownerId, name, mediaType, bytes, blobHash: hash });
}

export function registerFileRoutes(
  api: Api,
  services: Configuration & Observability & Storage & Budgets & Projects & Conversations & Files & Models,
): void {
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/files',
    tags,
    summary: 'Upload files; each is `uploaded` first, and its tokens are counted afterwards',
    request: { body: uploadBody },
    responses: { 201: jsonAnswer(z.object({ rows: z.array(FileSchema) }), 'The files'), ...problems },
  });
  api.post('/api/files', async (context) => {
    const files = await storeUploads(services, context, principalOf(context));
    const rows = files.map(fileView);
    // For a single file, the fields are also at the top level.
    return context.json({ ...rows[0], rows }, 201);
  });

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/files/{id}',
      tags,
      summary: 'A file and its state',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(FileSchema, 'The file'), ...problems },
    }),
    async (context) => {
      const file = await readableFile(services, principalOf(context), context.req.valid('param').id);
      return context.json(fileView(file), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/files/{id}/content',
      tags,
      summary: 'The bytes of a file',
      request: { params: IdParamSchema },
      responses: {
        ...fileAnswer(ANY_TYPE),
        ...problems,
      },
    }),
    async (context) => {
      const file = await readableFile(services, principalOf(context), context.req.valid('param').id);
      return download(Readable.toWeb(services.blobs.stream(file.blobHash)) as ReadableStream, {
        name: file.name,
        mediaType: file.mediaType,
        bytes: file.bytes,
        // The page displays images; anything else that a browser might run is only ever downloaded.
        inline: file.width !== null,
      });
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/files/{id}/text',
      tags,
      summary: 'The text that was read from a file, or a range of its characters',
      request: { params: IdParamSchema, query: TextQuerySchema },
      responses: { 200: jsonAnswer(ItemTextSchema, 'The text'), ...problems },
    }),
    async (context) => {
      const file = await readableFile(services, principalOf(context), context.req.valid('param').id);
      const text = await services.files.text(file.blobHash);
      if (text === null) throw new NotFound('No text was read from this file.', 'no_text');
      const query = context.req.valid('query');
      const start = Math.min(query.start ?? 0, text.length);
      const end = Math.max(start, Math.min(query.end ?? text.length, text.length, start + MOST_CHARACTERS));
      return context.json({ text: text.slice(start, end), start, end, characters: text.length }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/files/{id}',
      tags,
      summary: 'Delete a file; messages it was attached to say that it is gone',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const begun = Date.now();
      const file = await visibleFile(services, principal, context.req.valid('param').id);
      if (file.ownerId !== principal.user.id) throw new Forbidden('Only its owner may delete a file.');
      const blob = await services.files.delete(file.id);
      // An item or a job may still need the same content; a later clean-up removes it then.
      const { db } = services.database;
      if (blob && !(await itemHasContent(db, blob)) && !(await unfinishedJobNeeds(db, blob)))
        await services.blobs.deletePutBefore(blob, begun);
      return context.body(null, 204);
    },
  );
}

/** Content from others must not run as a page of ours: no type sniffing, and sandboxed. */
export function download(
  body: ReadableStream | string | Uint8Array<ArrayBuffer>,
  options: { name: string; mediaType: string; bytes?: number; inline?: boolean },
): Response {
  const name = options.name.split('/').at(-1) ?? 'file';
  return new Response(body, {
    headers: {
      // Earlier versions stored the type as sent.
      'content-type': safeMediaType(options.mediaType),
      'content-disposition': `${options.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name.replaceAll(/\p{Cs}/gu, ''))}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...(options.bytes === undefined ? {} : { 'content-length': String(options.bytes) }),
    },
  });
}
