import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startFakeModelHub } from '@ibid/core/testing';
import type { FakeModelHub } from '@ibid/core/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let hub: FakeModelHub;

/** The files of the built-in model, declared as multilingual. */
function modelFiles(): Record<string, Uint8Array> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@ibid/embedder/package.json')),
    'model',
  );
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.slice(folder.length + 1)] = readFileSync(path);
  }
  return { ...files, 'README.md': Buffer.from('---\nlanguage: multilingual\n---\n') };
}

beforeAll(async () => {
  hub = await startFakeModelHub({ models: { 'Xenova/multilingual-e5-small': modelFiles() } });
  app = await startApp({ environment: { IBID_MODEL_HUB: hub.url }, embedder: 'local' });
  page = await app.open('/');
});
afterAll(async () => {
  await app.close();
  await hub.close();
});

describe('MOD-5 models of search on the page', () => {
  it('proposes a multilingual one for German documents, and one click takes it', async () => {
    await makeBase(page, 'Werft', {
      'winde.md': '# Winde\n\nDie Winde am Kai ist im März ausgefallen, weil das Lager trocken gelaufen war.',
      'kran.md': '# Kran\n\nDer Kran wurde im Sommer grün gestrichen und danach von der Werft geprüft.',
    });
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    const notice = page.getByRole('note').filter({ hasText: 'German (2)' });
    // Despite repeated interruptions it arrives; meanwhile the page shows the progress.
    hub.cutAfterBytes = 1_000_000;
    await notice.getByRole('button', { name: /Use a multilingual model \(\d+ MB\)/u }).click();
    await notice.waitFor({ state: 'detached' });
    await page.goto(`${app.url}/settings/models`);
    await page.getByText(/Downloading Xenova\/multilingual-e5-small: \d+ of \d+ MB/u).waitFor();
    hub.cutAfterBytes = null;
    await page.getByText(/^In use: Xenova\/multilingual-e5-small.* many languages$/u).waitFor();
    expect(await page.getByLabel('Search by meaning').inputValue()).toBe('hub:Xenova/multilingual-e5-small');
    expect(app.complaints).toEqual([]);
  });

  it('takes one by its name, and says why it cannot be had', async () => {
    await page.getByLabel('Search by meaning').selectOption('Another one…');
    const name = page.getByLabel('Name of the model for search');
    await name.fill('hub:no-such');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'is not the name of a model' }).waitFor();
    await name.fill('hub:acme/missing');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'has no such model' }).waitFor();
    // The previous one stays in use.
    await page.getByText(/^In use: Xenova/u).waitFor();
    await page.getByLabel('Search by meaning').selectOption('Built in (English)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^In use: .* English$/u).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
