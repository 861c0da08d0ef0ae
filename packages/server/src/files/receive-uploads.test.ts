import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobStore } from '@ibid/store/internal';
import { expect, it } from 'vitest';
import { download } from '../routes/files.js';
import { receiveUploads } from './receive-uploads.js';

it('API-2 an upload that is cut off is refused and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-uploads-'));
  try {
    const text = new TextEncoder();
    const begun = text.encode(
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
        `Content-Type: text/plain\r\n\r\n${'half of it '.repeat(50_000)}`,
    );
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(begun);
        setTimeout(() => controller.error(new Error('gone')), 50);
      },
    });
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      body,
      duplex: 'half',
    } as RequestInit);
    const receiving = receiveUploads({
      request,
      blobs: new BlobStore(folder),
      limits: { fileBytes: 10_000_000, filesPerUpload: 5 },
    });
    await expect(receiving).rejects.toMatchObject({ code: 'damaged_upload' });
    await expect.poll(() => readdir(join(folder, 'blobs', 'incoming'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('API-2 a type that cannot stand in a header is that of any bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-uploads-'));
  try {
    const types = ['text/html\u0001', `${'a'.repeat(3_000)}/b`, 'text', 'text/plain', 'image/svg+xml'];
    const part = (type: string) =>
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\nbytes\r\n`;
    const received = await receiveUploads({
      request: new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: `${types.map(part).join('')}--x--\r\n`,
      }),
      blobs: new BlobStore(folder),
      limits: { fileBytes: 1_000, filesPerUpload: 9 },
    });
    const any = 'application/octet-stream';
    expect(received.map(({ mediaType }) => mediaType)).toEqual([
      any,
      any,
      any,
      'text/plain',
      'image/svg+xml',
    ]);
    // Stored before types were validated.
    for (const mediaType of types) expect(download('bytes', { name: 'a\ud800', mediaType }).status).toBe(200);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('API-2 a name arrives as it is on the disk, whatever characters it has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-uploads-'));
  try {
    const names = {
      'The "Blue" plan.txt': 'The "Blue" plan.txt',
      'two\nlines\r.txt': 'two lines.txt',
      "100% 🏥 ä;b=c's.txt": "100% 🏥 ä;b=c's.txt",
      '50%20off.txt': '50%20off.txt',
      'tab\there.txt': 'tab here.txt',
      'wards\\north "1".txt': 'wards/north "1".txt',
      '../"up".txt': '"up".txt',
    };
    const body = new FormData();
    for (const name of Object.keys(names)) body.append('files', new Blob(['bytes']), name);
    const received = await receiveUploads({
      request: new Request('http://localhost/', { method: 'POST', body }),
      blobs: new BlobStore(folder),
      limits: { fileBytes: 1_000, filesPerUpload: 9 },
    });
    expect(received.map(({ name }) => name)).toEqual(Object.values(names));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
