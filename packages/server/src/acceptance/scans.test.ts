import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../retrieval/test/fixtures/${name}`, import.meta.url)));
const timeout = 300_000;

let server: ScriptedServer;
let base: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  base = await server.addBase('Scans', { 'log.png': await fixture('harbour-log.png') });
}, timeout);
afterAll(() => server.close());

const itemsOf = async (id = base) =>
  (await server.client.get<{ rows: { id: string; mediaType: string }[] }>(`/api/knowledge-bases/${id}/items`))
    .rows;

describe('KB-9 a scan that is cited', { timeout }, () => {
  it('is found, supports what was read clearly, and is weak where it was not', async () => {
    const { answer } = await server.play([
      [searchCall('pilot station breakwater')],
      [
        {
          text: 'The pilot station was moved to the northern breakwater in 1987 [1]. The lighthouse keeper was paid crowns a year [1].',
        },
      ],
    ]);
    const [clear, smeared] = answer.citations;
    expect(clear).toMatchObject({
      verdict: 'supported',
      passage: { page: 1, ocr: { doubtful: [] } },
    });
    expect(clear?.passage?.ocr?.confidence).toBeGreaterThan(60);
    expect(smeared?.verdict).toBe('weak');
    expect(smeared?.reason).toContain('Read from a picture');
    expect(smeared?.passage?.ocr?.doubtful).toHaveLength(1);
  });

  it('has its words with their places, as long as the document is there', async () => {
    const [item] = await itemsOf();
    expect(item?.mediaType).toBe('image/png');
    const at = `/api/items/${item?.id}/pages`;
    const { words, languages } = await server.client.get<{
      languages: string;
      words: { text: string; box: number[]; confidence: number }[];
    }>(`${at}/1/words`);
    expect(languages).toBe('eng');
    expect(words.slice(0, 2).map(({ text }) => text)).toEqual(['Harbour', 'log']);
    const [left = 1, top = 1, right = 0, bottom = 0] = words[0]?.box ?? [];
    expect(left).toBeLessThan(right);
    expect(top).toBeLessThan(bottom);
    expect(await server.client.get(`${at}/2/words`)).toEqual({ languages: '', words: [] });
    expect((await server.client.send('GET', `/api/items/unknown/pages/1/words`)).status).toBe(404);
  });

  it('as TIFF is shown page by page as PNG, and says which pages could not be read', async () => {
    const id = await server.addBase('Faxes', {
      'log.tiff': await fixture('harbour-log.tiff'),
      'packed.pdf': await fixture('packed-scans.pdf'),
    });
    const items = await server.client.get<{
      rows: { id: string; mediaType: string; pages: number; metadata: Record<string, unknown> }[];
    }>(`/api/knowledge-bases/${id}/items`);
    const tiff = items.rows.find(({ mediaType }) => mediaType === 'image/tiff');
    expect(tiff?.pages).toBe(2);
    const shown = await fetch(`${server.client.url}/api/items/${tiff?.id}/pages/2/picture`, {
      headers: server.client.headers,
    });
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from('\x89PNG', 'latin1'));
    const beyond = await server.client.send('GET', `/api/items/${tiff?.id}/pages/3/picture`);
    expect(beyond).toMatchObject({ status: 422, body: { code: 'picture_not_shown' } });
    const pdf = items.rows.find(({ mediaType }) => mediaType === 'application/pdf');
    const { metadata } = await server.client.get<{ metadata: Record<string, unknown> }>(
      `/api/items/${pdf?.id}`,
    );
    expect(metadata['unreadPages']).toEqual([4]);
  });

  it('as WebP is found by its words, which have their places, and is given out as it is', async () => {
    const bytes = await fixture('notice.webp');
    const id = await server.addBase('Notices', { 'notice.webp': bytes });
    const [item] = await itemsOf(id);
    expect(item?.mediaType).toBe('image/webp');
    const { rows } = await server.client.post<{ rows: { text: string }[] }>('/api/search', {
      query: 'JPEG 2000 picture',
      knowledgeBaseIds: [id],
    });
    expect(rows[0]?.text).toContain('The third page is a JPEG 2000 picture.');
    const { words } = await server.client.get<{ words: { text: string; box: number[] }[] }>(
      `/api/items/${item?.id}/pages/1/words`,
    );
    expect(words.map(({ text }) => text).join(' ')).toBe('The third page is a JPEG 2000 picture.');
    expect(words.every(({ box: [left = 1, , right = 0] }) => left < right)).toBe(true);
    const original = await fetch(`${server.client.url}/api/items/${item?.id}/original`, {
      headers: server.client.headers,
    });
    expect(original.headers.get('content-type')).toBe('image/webp');
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(bytes);
  });

  it('is told by the doctor, and is not read where it is switched off', async () => {
    expect(await server.client.get('/api/doctor')).toMatchObject({ ocr: { state: 'ready' } });
    const set = (ocr: unknown) => server.client.send('PUT', '/api/settings', { system: { ocr } });
    await set({ enabled: true, languages: ['xxx'] });
    expect(await server.client.get('/api/doctor')).toMatchObject({
      ocr: { state: 'ready', languages: [] },
      problems: expect.arrayContaining([
        expect.objectContaining({ isFault: true, remedy: expect.stringContaining('@tesseract.js-data/xxx') }),
      ]),
    });
    await set({ enabled: false, languages: null });
    expect(await server.client.get('/api/doctor')).toMatchObject({ ocr: { state: 'off' } });
    const { id } = await server.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Off' });
    const form = new FormData();
    form.append('files', new Blob([await fixture('harbour-log.png')]), 'log.png');
    const { body } = await server.client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${id}/uploads`,
      form,
    );
    await expect
      .poll(() => server.client.get(`/api/jobs/${body.jobId}`), { timeout })
      .toMatchObject({
        outcomes: [{ outcome: 'failed', reason: expect.stringContaining('OCR is switched off') }],
      });
    await set({ enabled: true, languages: null });
  });
});
