import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Harbour papers', {
    'harbour.md': '# Harbour\n\nThe mooring fee of the harbour is 40 crowns a day.',
    'crane.md': '# Crane\n\nThe crane on the quay lifts 12 tonnes.',
    'old-fees.md': '# Fees of 2019\n\nThe mooring fee of the harbour is 25 crowns a day.',
  });
});

afterAll(() => app.close());

async function set(label: string, isOn: boolean): Promise<void> {
  await page.goto(`${app.url}/settings/answering`);
  await page.getByLabel(label).setChecked(isOn);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved').first().waitFor();
}

describe('CIT-8 a repaired answer on the page', () => {
  it('shows the repaired answer, what changed, and the first version on request', async () => {
    await set('Repair answers', true);
    await page.goto(app.url);
    await ask(
      page,
      'say: The mooring fee of the harbour is 90 crowns a day [1]. The crane on the quay lifts 12 tonnes. The pilot owns eleven purple submarines [1].',
    );
    await page.waitForURL(/\/c\//);
    await answered(page);
    const answer = lastAnswer(page);
    const note = answer.getByTestId('answer-repair');
    await expect.poll(() => note.innerText()).toContain('Repaired in 3 places');
    expect(await answer.innerText()).toContain('2 of 2 claims supported');
    expect(await note.innerText()).not.toContain('submarines');
    await note.getByRole('button', { name: 'Show what changed' }).click();
    const changes = note.getByTestId('repair-changes');
    expect(await changes.locator('del').allInnerTexts()).toContain(
      'The pilot owns eleven purple submarines [1].',
    );
    await expect.poll(() => changes.locator('ins').count()).toBe(2);
    await note.getByRole('button', { name: 'Show the first version' }).click();
    const first = note.getByTestId('first-version');
    expect(await first.innerText()).toContain('90 crowns');
    expect(await first.locator('[data-citations]').count()).toBeGreaterThan(0);
    await page.reload();
    await expect.poll(() => lastAnswer(page).getByTestId('answer-repair').innerText()).toContain('3 places');
    await set('Repair answers', false);
  });
});

describe('CIT-8 a second opinion on request', () => {
  it('is asked for below the answer, shown there and on the card, and stays', async () => {
    await page.goto(app.url);
    await ask(page, 'say: Whoever moors in the harbour pays for each night [1].');
    await page.waitForURL(/\/c\//);
    await answered(page);
    await lastAnswer(page)
      .getByRole('button', { name: /^Ask .+ about the doubtful citation$/ })
      .click();
    const opinions = lastAnswer(page).getByTestId('opinions');
    await expect.poll(() => opinions.innerText()).toContain('the doubtful citation is supported');
    expect(
      await lastAnswer(page)
        .getByRole('button', { name: /^Ask .+ about/ })
        .count(),
    ).toBe(0);
    await page.reload();
    await lastAnswer(page).getByTestId('opinions').waitFor();
    await lastAnswer(page).locator('[data-citations]').first().click();
    await page.getByTestId('second-opinion').first().waitFor();
    expect(await page.getByTestId('second-opinion').first().innerText()).toContain('in other words');
  });
});

describe('CIT-9 what speaks against an answer, below it', () => {
  it('lists the sources with their dates, and opens them at the passage', async () => {
    await set('Look for evidence against an answer', true);
    await page.goto(app.url);
    await ask(page, 'say: The mooring fee of the harbour is 25 crowns a day.');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const against = lastAnswer(page).getByTestId('answer-against');
    await expect.poll(() => against.innerText()).toContain('40 crowns');
    expect(await against.innerText()).toMatch(/\d{4}-\d{2}-\d{2}/u);
    await against.getByRole('button', { name: /Harbour/ }).click();
    const panel = page.getByTestId('side-panel');
    await panel.locator('mark').first().waitFor();
    expect((await panel.locator('mark').allInnerTexts()).join(' ')).toContain('40 crowns');
    expect(app.complaints).toEqual([]);
  });
});
