import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { slowPdf } from '../../retrieval/src/ingest/hostile-files.test-helper.js';
import { makeBase } from './support/page-actions.js';
import { sidebarLink, sizes, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const fees = {
  name: 'fees.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Fees\n\nThe mooring fee is forty crowns a night.'),
};

describe.each(sizes)('KB-1 progress on a %s', (_size, options) => {
  let app: App;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    page = await app.open('/', options);
    await sidebarLink(page, 'Knowledge');
    await makeBase(page, 'Harbour', { 'cover.md': '# Cover\n\nPapers of the harbour.' });
  });

  afterAll(() => app.close());

  const job = () => page.getByTestId('job');
  const tray = () => page.getByTestId('tray');
  const share = async (within: ReturnType<typeof job>) =>
    Number(await within.getByRole('progressbar').getAttribute('value'));

  it('says of each file that it is being sent, until the server has it', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/knowledge-bases/*/uploads', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByTestId('upload-input').setInputFiles([fees]);
    await tray().getByText('fees.md').waitFor();
    await tray().getByRole('button', { expanded: false }).click();
    await tray().locator('[data-state=sending]').getByText('Sending').waitFor();
    letGo();
    await tray().locator('[data-state=ready]').getByText('fees.md').waitFor();
    await page.unroute('**/api/knowledge-bases/*/uploads');
    await page.getByText('1 document added').waitFor();
  });

  it('names the file that is being read, not the last one done, and counts all of them', async () => {
    await page.getByTestId('upload-input').setInputFiles([
      { ...fees, name: 'rules.md' },
      { name: 'charts.pdf', mimeType: 'application/pdf', buffer: slowPdf() },
    ]);
    const running = page.locator('[data-testid=job][data-state=running]');
    await running.getByText('Reading charts.pdf').waitFor();
    await running.getByText(/^1 of 2/).waitFor();
    await expect.poll(() => share(running)).toBeGreaterThanOrEqual(0.5);
    expect(await share(running)).toBeLessThan(1);
    // The tray shows the same on every other page.
    await tray().getByText('rules.md').waitFor();
    await tray().locator('[data-state=reading]').getByText('charts.pdf').waitFor();
    expect(await tray().getByRole('status').innerText()).toMatch(/\d of \d files read.*charts\.pdf/);
    expect(await widerThanScreen(page)).toBe(0);
    await running.getByRole('button', { name: 'Cancel' }).click();
    await tray()
      .locator('[data-state=failed]')
      .getByText('Failed: Cancelled before this file was read.')
      .waitFor();
    await tray().getByRole('button', { name: 'Dismiss finished files' }).last().click();
  });

  it('moves with every page of a scan, and tells how long it will take', async () => {
    // The server's states of one job, page by page, each followed by a lost connection.
    const states = [1, 2, 3].map((done) => ({
      share: done / 4,
      pages: { done, total: 4 },
      secondsLeft: 100 - 20 * done,
    }));
    let at = 0;
    let isOver = false;
    await page.route('**/api/jobs/*/events', async (route) => {
      if (isOver) return route.continue();
      const id = /jobs\/([^/]+)\/events/u.exec(route.request().url())?.[1] ?? '';
      const told = (await (await page.request.get(`${app.url}/api/jobs/${id}`)).json()) as {
        progress: object;
      };
      const progress = { ...told.progress, ...states[at], filesDone: 0, filesTotal: 1, current: 'log.pdf' };
      const data = JSON.stringify({ ...told, state: 'running', outcomes: [], progress });
      await route.fulfill({ contentType: 'text/event-stream', body: `event: job\ndata: ${data}\n\n` });
    });
    await page.getByTestId('upload-input').setInputFiles([{ ...fees, name: 'log.pdf' }]);
    for (const [index, { share: expected }] of states.entries()) {
      at = index;
      await job()
        .getByText(`Reading log.pdf, ${index + 1} of 4 scanned pages`)
        .waitFor();
      expect(await share(job())).toBe(expected);
      await job()
        .getByText(index === 0 ? /about 2 min left/ : /about \d+ (s|min) left/)
        .waitFor();
      await expect.poll(() => share(tray())).toBeGreaterThan(expected * 0.9);
    }
    expect(await widerThanScreen(page)).toBe(0);
    isOver = true;
    await page.locator('[data-testid=job][data-state=done]').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
