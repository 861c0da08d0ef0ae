import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

/** For manual inspection: `IBID_SCREENSHOTS` names a folder. */
const shots = process.env['IBID_SCREENSHOTS'];

const papers = {
  'bridge.md':
    '# Bridge\n\nThe main span of the Orran bridge is 412 metres and carries two lanes of traffic.',
  'shares.md': '# Shares\n\nAfter a long quarrel Marsh stayed and Cole left; Cole sold his shares to Marsh.',
  'leave.md': '# Leave\n\nEmployees of the harbour office may take unpaid leave in the summer months.',
  'trial.md':
    '# Trial\n\nNo serious adverse events were reported in the treated group during the whole year.',
  'court.md':
    '# Court\n\nThe appeal of the harbour company against the fine of 40,000 crowns was dismissed in March.',
  'ports.md': `# Ports\n\nThe table lists the berths of all the ports along this coast.\n\n| Port | Berths | Depth in metres |\n|---|---|---|\n${Array.from({ length: 30 }, (_, row) => `| Port ${row} | ${row + 3} | ${row + 20} |`).join('\n')}\n| Skerry | 149 | 77 |`,
  'damm.md': '# Damm\n\nDer Damm im Tal wurde 1962 fertiggestellt und ist genau 84 Meter hoch.',
};

async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  await sheet.setContent(
    '<title>Annual report</title><h1>Annual report</h1><p>The harbour company looks back on a quiet year with few storms.</p>' +
      '<div style="break-before: page"><h2>Figures</h2><p>The turnover of the harbour company came to 412.7 million crowns.</p></div>',
  );
  const bytes = await sheet.pdf({ format: 'A4' });
  await sheet.close();
  return bytes;
}

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Harbour papers', { ...papers, 'report.pdf': await printedPdf() });
});

afterAll(() => app.close());

async function answer(text: string): Promise<void> {
  await page.goto(app.url);
  await ask(page, text);
  await page.waitForURL(/\/c\//);
  await answered(page);
}

/** The verdict of each citation, in the order of the answer. */
async function verdicts(): Promise<(string | null)[]> {
  const chips = lastAnswer(page).locator('[data-citations] button');
  await expect.poll(() => chips.count()).toBeGreaterThan(0);
  return chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('data-verdict')));
}

async function look(name: string): Promise<void> {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

describe('CIT-5 what people saw go wrong, on the page', () => {
  it('is not green where unit, role, row, modal or half is wrong', async () => {
    await answer(
      'About the bridge, shares, leave, ports. say: The main span of the Orran bridge is 412 kilometres [Bridge]. Marsh sold his shares to Cole [Shares]. Employees of the harbour office must take unpaid leave in the summer months [Leave]. The port of Skerry has a depth of 149 metres [Ports]. The main span of the Orran bridge is 412 metres and it is painted green [Bridge].',
    );
    expect(await verdicts()).not.toContain('supported');
    await lastAnswer(page).locator('[data-citations] button').first().click();
    await page.getByTestId('side-panel').locator('mark').first().waitFor();
    await look('1-green-and-wrong');
  });

  it('is not red where a PDF says it on page 2, or the source is in another language', async () => {
    await answer(
      'About the annual report of the harbour company and the Damm. say: The turnover of the harbour company came to 412.7 million crowns [Annual]. The dam was completed in 1962 and is 84 metres high [Damm].',
    );
    const found = await verdicts();
    expect(found).not.toContain('unsupported');
    expect(found[0]).toBe('supported');
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const panel = page.getByTestId('side-panel');
    await expect.poll(() => panel.innerText()).toContain('Page 2');
    await look('2-red-and-wrong');
  });

  it('opens a file that was read and cited word for word at its passage', async () => {
    await page.goto(app.url);
    const log = `${'The tide tables were printed again in the spring. '.repeat(40)}The lighthouse at Skerry stands 149 steps high.`;
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from(log) });
    await page.getByTestId('composer').locator('[data-state=counted]').waitFor();
    await ask(page, 'About the light. say: The lighthouse at Skerry stands 149 steps high [1].');
    await page.waitForURL(/\/c\//);
    await answered(page);
    expect(await verdicts()).toEqual(['supported']);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const marks = page.getByTestId('side-panel').locator('mark');
    await marks.first().waitFor();
    expect((await marks.allInnerTexts()).join(' ')).toContain('149 steps high');
    await look('2-file-at-its-passage');
  });

  it('marks the words that decide: the negation, the end of the sentence, the row with its header', async () => {
    await answer(
      'About the trial, court, ports. say: No serious adverse events were reported in the treated group [Trial]. The appeal of the harbour company was dismissed in March [Court]. Skerry has 149 berths [Ports].',
    );
    expect(await verdicts()).toEqual(['supported', 'supported', 'supported']);
    const chips = lastAnswer(page).locator('[data-citations] button');
    const panel = page.getByTestId('side-panel');
    for (const [index, words] of ['No serious', 'was dismissed', '149'].entries()) {
      await chips.nth(index).click();
      await panel.locator('mark').first().waitFor();
      await expect.poll(async () => (await panel.locator('mark').allInnerTexts()).join(' ')).toContain(words);
      if (index === 0) await look('3-words-that-decide');
    }
    expect(await panel.locator('th').allInnerTexts()).toContain('Berths');
    await expect.poll(() => panel.locator('tr[data-marked=true]').count()).toBe(1);
    await look('3-row-and-header');
  });

  it('marks what is uncited, and says how many claims are borne out', async () => {
    await answer(
      'About the bridge. say: The main span of the Orran bridge is 412 metres [Bridge]. The bridge was painted by nine men in 1934. It has a toll house [99].',
    );
    const shown = lastAnswer(page);
    await expect
      .poll(() => shown.getByTestId('answer-balance').first().innerText())
      .toContain('1 of 3 claims supported, 1 with an unknown source, 1 uncited');
    await look('4-uncited-and-balance');
    expect(app.complaints).toEqual([]);
  });
});
