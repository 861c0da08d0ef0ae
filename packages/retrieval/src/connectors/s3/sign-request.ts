import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Headers of a GET request without a body, signed with AWS Signature Version 4. */
export function signRequest(options: {
  url: URL;
  region: string;
  credentials: S3Credentials;
  now: Date;
  headers?: Record<string, string>;
}): Record<string, string> {
  const { url, region, credentials, now } = options;
  const time = now.toISOString().replace(/[-:]|\.\d+/gu, '');
  const day = time.slice(0, 8);
  const emptyHash = sha256('');
  const headers: Record<string, string> = {
    ...options.headers,
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': time,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  const signed = Object.entries({ ...headers, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .toSorted()
    .join('&');
  const request = [
    'GET',
    url.pathname,
    query,
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    emptyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Percent-encoding for signatures: everything except letters, digits and `-._~`. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
