import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { serve, type TestServer } from '../test-server.test-helper.js';

/**
 * One bucket of S3 storage as Amazon documents it: lists in pages, keys encoded on request, and the signature of every
 * request recomputed. No server in the registry checks version 4 signatures.
 */
export async function serveS3(options: {
  bucket: string;
  keys: Record<string, string>;
  pageSize?: number;
  port?: number;
  objects?: Map<string, string>;
}): Promise<TestServer & { objects: Map<string, string> }> {
  const { bucket, keys, pageSize = 1000, objects = new Map<string, string>() } = options;
  const server = await serve((request, response) => {
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const problem = problemOf(request, keys);
    if (problem !== null) return void fail(403, problem);
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, name, ...key] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) return void fail(404, 'NoSuchBucket');
    if (key.length === 0) return void response.end(listPage(objects, url.searchParams, pageSize));
    const text = objects.get(key.join('/'));
    if (text === undefined) return void fail(404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  }, options.port);
  return { ...server, objects };
}

function listPage(objects: Map<string, string>, query: URLSearchParams, pageSize: number): string {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const isEncoded = query.get('encoding-type') === 'url';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const rest = keys.filter((key) => after === '' || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
  const page = rest.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)));
  const shown = (key: string) =>
    isEncoded ? encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/') : key;
  const contents = page.map((key) => {
    const text = objects.get(key) ?? '';
    const etag = createHash('md5').update(text).digest('hex');
    return `<Contents><Key>${shown(key)}</Key><LastModified>2026-03-04T05:06:07.000Z</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${Buffer.byteLength(text)}</Size></Contents>`;
  });
  const isTruncated = page.length < rest.length;
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>
${contents.join('\n')}
${isEncoded ? '<EncodingType>url</EncodingType>' : ''}${isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

function problemOf(request: IncomingMessage, keys: Record<string, string>): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/u.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return 'AccessDenied';
  const [, id = '', day = '', region = '', names = '', signature] = match;
  const secret = keys[id];
  if (secret === undefined) return 'InvalidAccessKeyId';
  const time = String(request.headers['x-amz-date']);
  if (!names.split(';').includes('host') || !time.startsWith(day)) return 'AccessDenied';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = `${request.method}\n${path}\n${query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('+', '%20'))
    .toSorted()
    .join('&')}\n${names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')}\n${names}\n${String(request.headers['x-amz-content-sha256'])}`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hash}`;
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature ? null : 'SignatureDoesNotMatch';
}
