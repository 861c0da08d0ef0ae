import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hostilePdf } from './support/hostile-pdf.js';
import { answered, ask, lastAnswer, makeBase, post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
const requests: string[] = [];

const markup = '<img src=x onerror="window.hacked=9"><script>window.hacked=9</script>';
const override = '\u202Egpj.exe\u202C';

/** Nothing may be wider than the window, or the whole page would scroll horizontally. */
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const hacked = () => page.evaluate(() => (window as { hacked?: number }).hacked);

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  page.on('request', (request) => requests.push(request.url()));
});

afterAll(() => app.close());

describe('hostile content', () => {
  it('is served with a policy that allows no foreign and no inline script or style', async () => {
    const response = await page.goto(app.url);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("object-src 'none'");
  });

  it('executes nothing in an answer, loads no image of it, and keeps the layout', async () => {
    await ask(page, 'Something hostile please');
    await answered(page);
    await lastAnswer(page).locator('table').waitFor();
    expect(await lastAnswer(page).locator('script, iframe, img').count()).toBe(0);
    expect(await lastAnswer(page).locator('a[href^="javascript"], a[href^="data"]').count()).toBe(0);
    expect(await lastAnswer(page).innerText()).toContain('<script>window.hacked = 1</script>');
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await hacked()).toBeUndefined();
  });

  it('breaks no word of a wide table on a phone, and scrolls it inside its own frame', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const broken = await lastAnswer(page)
      .locator('th')
      .evaluateAll(
        (cells) =>
          cells.filter((cell) => {
            const word = document.createRange();
            const text = cell.firstChild ?? cell;
            word.setStart(text, 0);
            word.setEnd(text, 'column'.length);
            return word.getClientRects().length !== 1;
          }).length,
      );
    expect(broken).toBe(0);
    const frame = lastAnswer(page).locator('.table-scroll');
    expect(await frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each(['quotes', 'lists', 'formulas'])(
    'shows what nests %s without end as text, and the conversation with it, also the next time',
    async (kind) => {
      await page.goto(app.url);
      await ask(page, `Something with nested ${kind} please`);
      await answered(page);
      await lastAnswer(page).getByText('the end').waitFor();
      await page.reload();
      await lastAnswer(page).getByText('the end').waitFor();
      await page.getByText(`Something with nested ${kind} please`).first().waitFor();
      expect(await overflow()).toBeLessThanOrEqual(0);
    },
  );

  it('shows a hostile message, title and reference as text', async () => {
    await page.goto(app.url);
    await ask(page, `${markup} ${'x'.repeat(3_000)}`);
    await answered(page);
    expect(await page.getByRole('article', { name: 'You' }).locator('img, script').count()).toBe(0);
    const conversation = await post<{ id: string }>(page, '/api/conversations', {
      title: `${markup} ${override} ${'long '.repeat(15)}`,
    });
    await page.goto(`${app.url}/c/${conversation.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await hacked()).toBeUndefined();
  });

  it('shows hostile documents, names and passages as text', async () => {
    await makeBase(page, `${markup}`, {
      [`${override}<b>bold</b>.md`]: `# ${markup}\n\nThe pirate flag flies at noon every day ${markup} javascript:alert(1).\n\n${'w'.repeat(5_000)}`,
    });
    await page.getByRole('tab', { name: 'Documents' }).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    // Within main: until the list loads, the last link of any list is a conversation in the sidebar.
    await page.getByRole('main').getByRole('list').getByRole('link').last().click();
    await page.getByTestId('document-text').getByText('The pirate flag').waitFor();
    await page.goto(app.url);
    await ask(page, 'When does the pirate flag fly?');
    await answered(page);
    const chip = lastAnswer(page).locator('[data-citations] button').first();
    await chip.hover();
    await page.getByTestId('citation-card').waitFor();
    await chip.click();
    await page.getByTestId('side-panel').getByTestId('document-text').waitFor();
    expect(await page.locator('main img, aside img, aside script').count()).toBe(0);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await hacked()).toBeUndefined();
  });

  it('shows a hostile PDF as a picture, and a huge hostile table in its own frame', async () => {
    const columns = Array.from({ length: 60 }, (_, column) => `column ${column}`);
    const rows = Array.from({ length: 150 }, (_, row) => columns.map((_name, column) => `${row}/${column}`));
    const last = ['zanzibar', '"<script>window.hacked=10</script>"', '=cmd()', 'עברית', ...columns.slice(4)];
    await makeBase(page, 'Hostile papers', {
      'kraken.pdf': hostilePdf('The kraken sleeps under the third pier until the autumn storms come.'),
      'wide.csv': Buffer.from([columns, ...rows, last].map((row) => row.join(',')).join('\n')),
    });
    for (const question of ['Where does the kraken sleep?', 'What is in the row of zanzibar?']) {
      await page.goto(app.url);
      await ask(page, question);
      await answered(page);
      await lastAnswer(page).locator('[data-citations] button').first().click();
      await page.locator('aside canvas[data-drawn], aside tr[data-marked=true]').first().waitFor();
      expect(await page.locator('aside img, aside script, aside a[href^="javascript"]').count()).toBe(0);
      expect(await overflow()).toBeLessThanOrEqual(0);
    }
    expect(await hacked()).toBeUndefined();
  });

  it('asked no other host for anything', () => {
    expect(requests.filter((url) => !url.startsWith(app.url) && !url.startsWith('blob:'))).toEqual([]);
  });

  it('made the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
