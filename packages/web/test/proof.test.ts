import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { phone } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  await sheet.setContent(
    '<title>Pilot manual</title><h1>Pilot manual</h1><p>The narwhal channel may be entered only at slack water with two pilots on the bridge.</p>',
  );
  const bytes = await sheet.pdf({ format: 'A4' });
  await sheet.close();
  return bytes;
}

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Ship papers', { ...documents, 'pilot-manual.pdf': await printedPdf() });
  await page.goto(app.url);
  await ask(
    page,
    'I doubt the life jackets rule, the watches of the crew at sea, and that the vessel left Lisbon',
  );
  await page.waitForURL(/\/c\//);
  await answered(page);
});

afterAll(() => app.close());

const proof = (on: Page) => on.getByTestId('proof');

describe('WEB-8 proof view', () => {
  it('shows answer and document side by side, each sentence with its mark', async () => {
    await lastAnswer(page).getByRole('button', { name: 'Check it' }).click();
    const marks = proof(page).locator('[data-claim]');
    await expect.poll(() => marks.count()).toBeGreaterThan(3);
    const verdicts = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-verdict')));
    expect(verdicts).toContain('supported');
    expect(verdicts).toContain('unsupported');
    expect(verdicts).toContain('unknown');
    const answer = await proof(page).getByRole('region', { name: 'The answer' }).boundingBox();
    const document = await proof(page).getByTestId('claim').boundingBox();
    expect((answer?.x ?? 0) + (answer?.width ?? 0)).toBeLessThanOrEqual((document?.x ?? 0) + 1);
  });

  it('goes from claim to claim by one key, the document following', async () => {
    await proof(page).locator('[data-claim="0"]').click();
    const claim = () => proof(page).getByTestId('claim').innerText();
    const first = await claim();
    await proof(page).locator('mark').first().waitFor();
    await expect.poll(() => proof(page).locator('[data-claim-block]').count()).toBe(1);
    await page.keyboard.press('n');
    await expect.poll(claim).not.toBe(first);
    await proof(page).locator('mark').first().waitFor();
    await page.keyboard.press('p');
    await expect.poll(claim).toBe(first);
  });

  it('filters to what is not proven by the balance on top', async () => {
    expect(await proof(page).getByTestId('proof-balance').innerText()).toMatch(
      /Checked against the sources: \d of \d claims supported/,
    );
    await proof(page).getByText('This does not tell you whether the sources are right').waitFor();
    await proof(page)
      .getByRole('radio', { name: /^Not proven \(2\)/ })
      .click();
    const list = proof(page).getByTestId('doubtful-claims');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    expect(await list.innerText()).toContain('purple submarines');
    await page.keyboard.press('n');
    await expect.poll(() => proof(page).getByTestId('claim').innerText()).toContain('Somebody else says so');
    await page.keyboard.press('Escape');
    await proof(page).waitFor({ state: 'detached' });
  });

  it('WEB-1 the panel steps to the next citation, can be made wider, and Back closes it', async () => {
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const panel = page.getByTestId('side-panel');
    await panel.locator('mark').first().waitFor();
    const title = () => panel.getByRole('heading', { level: 3 }).innerText();
    const first = await title();
    await panel.getByRole('button', { name: 'Next citation' }).click();
    await expect.poll(title).not.toBe(first);
    await panel.locator('mark').first().waitFor();
    const before = (await panel.boundingBox())?.width ?? 0;
    await page.getByRole('separator', { name: 'Width of the side panel' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await panel.boundingBox())?.width ?? 0).toBeGreaterThan(before);
    const address = page.url();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
  });

  it('CIT-5 opens the right place when a document of another answer was open', async () => {
    await ask(page, 'How long is a watch at sea?');
    await answered(page, 2);
    const answers = page.getByTestId('answer');
    const panel = page.getByTestId('side-panel');
    await answers.nth(0).locator('[data-citations] button').first().click();
    await panel.locator('mark').first().waitFor();
    await answers.nth(1).locator('[data-citations] button').first().click();
    await expect.poll(() => panel.locator('mark').first().innerText()).toContain('two watches');
    expect(await panel.getByText('could not be found in the document').count()).toBe(0);
    await page.goBack();
  });
});

describe('WEB-7 on a phone', () => {
  it('steps from citation to citation and from claim to claim, and opens the right place of another answer', async () => {
    const small = await app.open(new URL(page.url()).pathname, phone);
    await answered(small, 2);
    const answers = small.getByTestId('answer');
    const panel = small.getByTestId('side-panel');
    await answers.nth(0).locator('[data-citations] button').first().click();
    await panel.locator('mark').first().waitFor();
    const title = () => panel.getByRole('heading', { level: 3 }).innerText();
    const first = await title();
    await panel.getByRole('button', { name: 'Next citation' }).click();
    await expect.poll(title).not.toBe(first);
    await panel.getByRole('searchbox', { name: 'Find in the document' }).fill('the');
    await small.keyboard.press('Enter');
    await expect.poll(() => panel.locator('mark').first().innerText()).toMatch(/^the$/iu);
    await small.goBack();
    await panel.waitFor({ state: 'detached' });
    await answers.nth(1).locator('[data-citations] button').first().click();
    await expect.poll(() => panel.locator('mark').first().innerText()).toContain('two watches');
    await small.goBack();
    await answers.nth(0).getByRole('button', { name: 'Check it' }).click();
    await proof(small)
      .getByRole('radio', { name: /^Not proven \(2\)/ })
      .click();
    await expect.poll(() => proof(small).getByTestId('doubtful-claims').innerText()).toContain('submarines');
    await proof(small).getByRole('button', { name: 'Next claim (N)' }).click();
    await expect.poll(() => proof(small).getByTestId('claim').innerText()).toContain('Somebody else says so');
    await small.goBack();
    await proof(small).waitFor({ state: 'detached' });
    await small.context().close();
  });

  it('has chips large enough to hit, legible pages, and Back that closes the panel', async () => {
    const small = await app.open('/', phone);
    await ask(small, 'When may the narwhal channel be entered?');
    await answered(small);
    const chip = lastAnswer(small).locator('[data-citations] button').first();
    // Poll: an element being redrawn has no size for a moment.
    const sizeOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    await expect.poll(() => sizeOf(chip)).toBeGreaterThanOrEqual(24);
    await chip.click();
    const panel = small.getByTestId('side-panel');
    await panel.locator('canvas[data-drawn]').waitFor();
    const mark = panel.getByTestId('pdf-page').locator('mark').first();
    await mark.waitFor();
    // Text of this line height is readable on a phone.
    await expect.poll(() => sizeOf(mark)).toBeGreaterThan(11);
    // The passage is visible from its beginning, however wide the page is.
    await expect.poll(async () => (await mark.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0);
    await panel.getByRole('button', { name: 'Larger' }).click();
    await panel.getByText('200%').waitFor();
    await small.goBack();
    await panel.waitFor({ state: 'detached' });
    await lastAnswer(small).getByRole('button', { name: 'Check it' }).click();
    const right = () =>
      proof(small)
        .getByTestId('claim')
        .evaluate((element) => element.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(375);
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await small.context().close();
  });
});
