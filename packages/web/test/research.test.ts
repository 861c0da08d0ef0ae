import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { makeBase } from './support/page-actions.js';
import { shoot } from './support/shoot.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp({ hasModel: false });
  page = await app.open();
  await makeBase(page, 'Handbooks', {
    'handbook-2021.md':
      '# Handbook of 2021\n\nEmployees of Vellern may take 180 days of parental leave.\n\nThe notice period at Vellern is three months.',
    'handbook-2024.md':
      '# Handbook of 2024\n\nEmployees of Vellern may take 270 days of parental leave.\n\nThe canteen at Vellern closes at 15:00.',
  });
});

afterAll(() => app.close());

describe('ANS-3 contradictions on the page', () => {
  it('of a knowledge base stand side by side with their years, and each opens at its passage', async () => {
    await page.getByRole('tab', { name: 'Contradictions' }).click();
    await page.getByText('Where do the documents disagree?').waitFor();
    await page.getByRole('button', { name: 'Look for contradictions' }).click();
    const pair = page.getByTestId('contradiction');
    await pair.waitFor();
    expect(await pair.getByRole('heading').innerText()).toContain('180 days (2021) versus 270 days (2024)');
    await page.getByText('One contradiction.').waitFor();
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'contradictions');
    await pair.getByRole('link', { name: 'Handbook of 2024' }).click();
    await page.waitForURL(/\/items\/.*start=/);
    await page.locator('mark', { hasText: '270 days' }).first().waitFor();
    await page.goBack();
  });

  it('of a topic, when nothing disagrees, says so', async () => {
    await page.getByRole('tab', { name: 'Contradictions' }).click();
    await page.getByLabel('Topic').fill('canteen');
    await page.getByRole('button', { name: 'Look for contradictions' }).click();
    await page.getByText('No contradictions found.').waitFor();
    // Each past search shows its topic and time.
    await expect.poll(() => page.locator('li time').count()).toBe(2);
    await page.getByRole('button', { name: 'All documents' }).click();
    await page.getByText('One contradiction.').waitFor();
  });
});

describe('ANS-2 reports on the page', () => {
  it('are planned, changed, written with verdicts, and tell what was not found', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByText('No reports yet').waitFor();
    await shoot(page, 'reports-empty');
    await page
      .getByLabel('What should the report answer?')
      .fill('What is the notice period at Vellern, and how many days of parental leave may employees take?');
    await page.getByRole('button', { name: 'Make a plan' }).click();
    await page.getByTestId('report-plan').waitFor();
    await expect.poll(() => page.getByLabel('What is looked up').count()).toBe(2);
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByLabel('Heading').last().fill('Whales');
    await page.getByLabel('What is looked up').last().fill('Which whales sing in the Arctic?');
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'report-plan');
    await page.getByRole('button', { name: 'Write the report' }).click();
    await page.locator('[data-testid=report-state][data-state=done]').waitFor();
    const sections = page.getByTestId('report-section');
    await expect.poll(() => sections.count()).toBe(3);
    expect(await sections.first().innerText()).toContain('three months');
    await page.getByTestId('not-found').getByText('Whales').waitFor();
    await page.getByTestId('contradiction').waitFor();
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'report');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^What is the notice period.*\.md$/);
    await sections.first().locator('[data-citations] button').first().click();
    await page.waitForURL(/\/items\//);
    await page.goBack();
  });

  it('keep their sections when the plan changes, and are listed and deleted', async () => {
    await page.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByRole('button', { name: 'Remove this part' }).last().click();
    await page.getByRole('button', { name: 'Write the report' }).click();
    await expect.poll(() => page.getByTestId('report-section').count()).toBe(2);
    await page.locator('[data-testid=report-state][data-state=done]').waitFor();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByText('2 of 2 sections').waitFor();
    await page.getByRole('link', { name: /What is the notice period/ }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No reports yet').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

describe('ANS-3 changes between versions on the page', () => {
  it('of two versions of a document are shown as a change', async () => {
    await makeBase(page, 'Stable', {
      'stable-1.md': '# Stable rules\n\nVersion 1, April 2023\n\nThe horses are fed at 06:30.',
      'stable-2.md':
        '# Stable rules\n\nVersion 2, May 2025. Replaces version 1.\n\nThe horses are fed at 07:00.',
    });
    // The job of the other knowledge base is done as well, so wait for the documents.
    await page.getByRole('tab', { name: 'Documents (2)' }).waitFor();
    await page.getByRole('tab', { name: 'Contradictions' }).click();
    await page.getByRole('button', { name: 'Look for contradictions' }).click();
    const pair = page.locator('[data-testid=contradiction][data-standing=changed]');
    await pair.getByText('06:30 (2023) versus 07:00 (2025)').waitFor();
    await page.getByText('No contradictions found.').waitFor();
    await page.getByText('One change between versions of a document.').waitFor();
    await shoot(page, 'changes');
  });
});
