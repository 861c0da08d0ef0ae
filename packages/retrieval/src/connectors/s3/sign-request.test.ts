import { describe, expect, it } from 'vitest';
import { signRequest } from './sign-request.js';

// The examples from Amazon's documentation of Signature Version 4.
const example = {
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  now: new Date('2013-05-24T00:00:00Z'),
};
const signatureOf = (path: string, headers: Record<string, string> = {}) =>
  signRequest({ ...example, headers, url: new URL(path, 'https://examplebucket.s3.amazonaws.com') })[
    'authorization'
  ]?.split('Signature=')[1];

describe('KB-10 requests to S3 are signed as Amazon describes', () => {
  it('reads an object', () => {
    expect(signatureOf('/test.txt', { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('lists a bucket', () => {
    expect(signatureOf('/?max-keys=2&prefix=J')).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});
