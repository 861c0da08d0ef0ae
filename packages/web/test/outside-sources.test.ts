import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeProvider } from '@ibid/core/testing';
import type { FakeProvider } from '@ibid/core/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const NEWS = 'Odalys Brandt has been the harbour master of Ebbwick since 2019.';

let engine: Server;
let provider: FakeProvider;
/** Another Ibid, queried over MCP. */
let other: App | null = null;
let app: App;
let page: Page;

beforeAll(async () => {
  engine = createServer((_request, response) => {
    const results = [{ title: 'Port news', url: 'https://port.example/news', content: NEWS }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => {
    engine.listen(0, '127.0.0.1', resolve);
  });
  provider = await startFakeProvider({
    kind: 'vllm',
    models: [
      { name: 'web', behaves: 'fake/tools=1,tool=web_search,quote' },
      { name: 'mcp', behaves: 'fake/tools=1,tool=port_search,cite=1,tokens=12' },
    ],
  });
  other = await startApp();
  const theirs = await other.open('/');
  await makeBase(theirs, 'Port', { 'tides.md': 'High water at Ebbwick is at noon on the first of May.' });
  app = await startApp({
    environment: {
      OLLAMA_HOST: 'off',
      IBID_MODEL_URL: provider.url,
      IBID_WEB_SEARCH_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
    },
  });
  page = await app.open('/');
});

afterAll(async () => {
  await app.close();
  await other?.close();
  await provider.close();
  engine.closeAllConnections();
  engine.close();
});

/** Opens the first citation of the last answer after a reload. */
async function reopened() {
  await page.reload();
  await lastAnswer(page).locator('[data-citations] button').first().click();
  return page.getByTestId('side-panel');
}

describe('API-3 what came from outside is opened again, as it was', () => {
  it('a page of the web, when the search finds nothing of it any more', async () => {
    await page.getByLabel('Model', { exact: true }).selectOption('custom/web');
    await ask(page, 'Who is the harbour master of Ebbwick?');
    await answered(page);
    expect(await lastAnswer(page).innerText()).toContain('Odalys Brandt');
    engine.closeAllConnections();
    engine.close();
    const panel = await reopened();
    await panel.getByText('Port news').first().waitFor();
    await panel.locator('mark').filter({ hasText: 'Odalys Brandt' }).first().waitFor();
    expect(await panel.getByRole('link', { name: 'Open the original' }).getAttribute('href')).toBe(
      'https://port.example/news',
    );
  });

  it('what a tool of another server returned, when that server is away', async () => {
    await page.evaluate(async (url) => {
      const { csrfToken } = (await (await fetch('/api/session')).json()) as { csrfToken: string | null };
      await fetch('/api/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken ?? '' },
        body: JSON.stringify({ system: { mcpServers: [{ id: 'port', url, enabled: true }] } }),
      });
    }, `${other?.url}/mcp`);
    await page.goto(app.url);
    await page.getByLabel('Model', { exact: true }).selectOption('custom/mcp');
    await ask(page, 'When is high water at Ebbwick?');
    await answered(page);
    await other?.close();
    other = null;
    const panel = await reopened();
    await panel.getByText(/its text as the conversation saw it/u).waitFor();
    await panel
      .getByTestId('document-text')
      .getByText(/High water at Ebbwick/u)
      .first()
      .waitFor();
    expect(app.complaints).toEqual([]);
  });
});
