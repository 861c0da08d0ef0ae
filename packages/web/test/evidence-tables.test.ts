import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.js';
import { makeBase } from './support/page-actions.js';
import { shoot } from './support/shoot.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

const harbours = {
  'bergen.md':
    '# Bergen\n\nThe basin is 9 m deep. The harbour was opened on 4 May 1987. Swimming is not allowed.',
  'larne.md': '# Larne\n\nThe basin is 12.5 m deep, and the pier 85 m long. Swimming is allowed.',
  'visby.md': '# Visby\n\nThe harbour was opened on 12 March 2013. The basin is quiet in winter.',
  'visby-1950.md': '# Visby\n\nThe basin is 10 m deep. The harbour was opened on 1 June 1950.',
};

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp({ hasModel: false });
  page = await app.open();
  await makeBase(page, 'Harbours', harbours);
});
afterAll(() => app.close());

const cell = (name: string) => page.getByRole('gridcell', { name });
const addQuestion = async (question: string, heading: string, kind: string) => {
  const last = page.getByRole('dialog');
  await last.getByLabel('Question for each document').last().fill(question);
  await last.getByLabel('Heading').last().fill(heading);
  await last.getByLabel('Kind of answer').last().selectOption({ label: kind });
};

describe('ANS-1 evidence tables on the page', () => {
  it('are made from documents and questions, and computed', async () => {
    await page.getByRole('link', { name: 'Tables', exact: true }).click();
    await page.getByRole('heading', { name: 'No tables yet' }).waitFor();
    await shoot(page, 'tables-empty');
    await page.getByRole('button', { name: 'New table' }).click();
    await page.getByLabel('Name of the table').fill('Harbours compared');
    await page
      .getByRole('dialog')
      .getByLabel('Knowledge bases', { exact: true })
      .selectOption({ label: 'Harbours' });
    await addQuestion('How deep is the basin?', 'Depth', 'Number');
    await page.getByLabel('Unit, such as m or EUR').fill('m');
    await page.getByRole('button', { name: 'Add a question' }).click();
    await addQuestion('When was the harbour opened?', 'Opened', 'Date');
    await shoot(page, 'tables-new');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/tables\//u);
    await cell('Depth: 12.5 m. Supported').waitFor();
    await cell('Depth: not in the document').waitFor();
    await cell('Opened: 2013-03-12. Supported').waitFor();
    const titles = await page.getByTestId('evidence-row').getByRole('rowheader').allInnerTexts();
    // Only those with the same title need file names.
    expect(titles.map((title) => title.trim().replaceAll(/\s+/gu, ' ')).toSorted()).toEqual([
      'Bergen',
      'Larne',
      'Visby visby-1950.md',
      'Visby visby.md',
    ]);
  });

  it('are extended by a question without computing the rest again', async () => {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await addQuestion('Is swimming allowed?', 'Swimming', 'Yes or no');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a question' }).click();
    await cell('Swimming: no. Supported').waitFor();
    await cell('Swimming: yes. Supported').waitFor();
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'tables-grid');
  });

  it('lead to the passage by one key, and are sorted and filtered', async () => {
    await page.getByRole('button', { name: 'Sort by Depth (m)' }).click();
    const first = () => page.getByTestId('evidence-row').first().getByRole('rowheader').innerText();
    await expect.poll(first).toContain('Bergen');
    await page.getByRole('button', { name: 'Sort by Depth (m) in reverse' }).click();
    await expect.poll(first).toContain('Larne');
    await page.locator('[data-place="0,1"]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const panel = page.getByTestId('side-panel');
    await expect.poll(() => panel.locator('mark').first().innerText()).toContain('12.5 m deep');
    await shoot(page, 'tables-passage');
    await panel.getByRole('button', { name: 'Next citation' }).click();
    await expect.poll(() => panel.locator('mark').first().innerText()).toContain('Swimming is allowed');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    // For a value that was not found, the whole document opens, not the edit dialog.
    await cell('Opened: not in the document').click();
    await expect.poll(() => panel.innerText()).toContain('The basin is 12.5 m deep');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByLabel('Rows to show').selectOption('absent');
    await expect.poll(() => page.getByTestId('evidence-row').count()).toBe(3);
    await page.getByLabel('Rows to show').selectOption('all');
    await expect.poll(() => page.getByTestId('evidence-row').count()).toBe(4);
  });

  it('keep edits apart from what was computed, and tell the second of two people of the first', async () => {
    const other = await app.open(new URL(page.url()).pathname);
    await cell('Depth: 12.5 m. Supported').focus();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByLabel('Value').fill('13 m');
    await other.getByRole('gridcell', { name: 'Depth: 12.5 m. Supported' }).focus();
    await other.keyboard.press('e');
    await other.getByRole('dialog').getByLabel('Value').fill('11 m');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await cell('Depth: 13 m. Not supported. edited').waitFor();
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await other.getByText('changed to “13 m”').waitFor();
    await other.getByRole('button', { name: 'Replace it with mine' }).click();
    await other.getByRole('gridcell', { name: 'Depth: 11 m. Not supported. edited' }).waitFor();
    await other.context().close();
    await page.reload();
    await cell('Depth: 11 m. Not supported. edited').focus();
    await page.keyboard.press('e');
    await page.getByText('13 m', { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('The basin is 12.5 m deep').waitFor();
    await shoot(page, 'tables-edit');
    await page.keyboard.press('Escape');
    await cell('Opened: 2013-03-12. Supported').focus();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByLabel('Value').fill('next spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('is not a date that can be read').waitFor();
    await page.getByRole('dialog').getByLabel('Value').fill('12 March 2013');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await cell('Opened: 2013-03-12. Supported. edited').waitFor();
    // A choice works by keyboard, too.
    await page
      .getByRole('gridcell', { name: /: yes\. Supported/ })
      .first()
      .focus();
    await page.keyboard.press('e');
    const value = page.getByRole('dialog').getByLabel('Value');
    await value.waitFor();
    expect(await value.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('leave as files, and say nothing in the console', async () => {
    await page.getByTestId('export-table').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    expect((await download).suggestedFilename()).toBe('Harbours compared.xlsx');
    expect(app.complaints).toEqual([]);
  });
});
