import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from './app-env.js';
import { servePage } from './serve-page.js';

const script = 'console.log("page");\n'.repeat(500);
let folder: string;
let api: Api;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-page-'));
  const page = join(folder, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'assets', 'main-abc.js'), script);
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Ibid</title>');
  await writeFile(join(folder, 'outside.js'), 'secret');
  api = new OpenAPIHono() as unknown as Api;
  servePage(api, page);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('WEB-7 the page is served', () => {
  it('compressed where the browser takes it, plain elsewhere, and kept for long', async () => {
    const small = await api.request('/assets/main-abc.js', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.headers.get('cache-control')).toContain('immutable');
    const bytes = new Uint8Array(await small.arrayBuffer());
    expect(bytes.length).toBeLessThan(script.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(script);
    const plain = await api.request('/assets/main-abc.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(script);
  });

  it('for every address inside it, and for no file outside of its folder', async () => {
    expect(await (await api.request('/conversations/1')).text()).toContain('<title>Ibid');
    for (const path of ['/../outside.js', '/%2e%2e/outside.js', '/assets/..%2f..%2foutside.js']) {
      expect(await (await api.request(path)).text()).not.toContain('secret');
    }
  });
});
