import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { phone as phoneSize, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
});

afterAll(() => app.close());

/** Drops files at a place in the window, as a file manager does. */
async function drop(on: Page, target: string, files: Record<string, string>): Promise<void> {
  const transfer = await on.evaluateHandle((contents) => {
    const made = new DataTransfer();
    for (const [name, text] of Object.entries(contents))
      made.items.add(new File([text], name, { type: 'text/markdown' }));
    return made;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await on.dispatchEvent(target, type, { dataTransfer: transfer });
}

const tray = (on: Page) => on.getByTestId('tray');
const settled = (on: Page) => on.locator('[data-testid=tray][data-busy=false]').waitFor();

describe('WEB-11 drop anything anywhere', () => {
  it('takes files dropped anywhere on the start page, and answers from them without a naming step', async () => {
    await drop(page, 'h1', {
      'tides.md': '# Tides\n\nHigh water at the old quay is at twenty past nine in the morning.',
      'empty.md': '',
      'broken.pdf': '%PDF-1.4 not really a document',
    });
    await settled(page);
    await tray(page).locator('[data-state=ready]').getByText('tides.md').waitFor();
    await ask(page, 'When is high water at the old quay?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    await expect.poll(() => lastAnswer(page).innerText()).toContain('twenty past nine');
  });

  it('keeps every file and why it failed through a reload, until it is dismissed', async () => {
    await page.reload();
    await tray(page).getByRole('button', { expanded: false }).click();
    const failed = tray(page).locator('[data-state=failed]').first();
    await failed.waitFor();
    expect(await failed.innerText()).toMatch(/Failed: .{10}/);
    // Failed files are listed first and not marked as ready.
    const states = await tray(page)
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['state']));
    expect(states).toEqual(['failed', 'skipped', 'ready']);
    await tray(page).getByText('1 file ready · 1 failed · 1 skipped').waitFor();
    const before = await tray(page).getByRole('listitem').count();
    await failed.getByRole('button', { name: /^Dismiss/ }).click();
    await expect.poll(() => tray(page).getByRole('listitem').count()).toBe(before - 1);
    await tray(page).getByRole('button', { name: 'Dismiss finished files' }).last().click();
    await tray(page).waitFor({ state: 'detached' });
    await page.reload();
    await answered(page);
    expect(await tray(page).count()).toBe(0);
  });

  it('takes files whose names have quotes, line breaks, signs and invisible characters', async () => {
    const names = ['The "Blue" plan.md', 'two\nlines.md', '100% 🏥.md', 'wards\\north.md', 'a\u200bb.md'];
    await drop(page, 'h1', Object.fromEntries(names.map((name) => [name, `# Plan\n\nThe file ${name}.`])));
    await settled(page);
    await tray(page).getByText('5 files ready', { exact: true }).waitFor();
    await tray(page).getByText('The "Blue" plan.md').waitFor();
    await tray(page).getByRole('button', { name: 'Dismiss finished files' }).last().click();
  });

  it('says of the same files, dropped again, that they are already there', async () => {
    await drop(page, 'h1', {
      'The "Blue" plan.md': '# Plan\n\nThe file The "Blue" plan.md.',
      'tides.md': '# Tides\n\nHigh water at the old quay is at twenty past nine in the morning.',
    });
    await settled(page);
    await tray(page).getByText('2 already there', { exact: true }).waitFor();
    expect(await tray(page).locator('[data-state=there]').getByText('Already there').count()).toBe(2);
    await tray(page).getByRole('button', { name: 'Dismiss finished files' }).last().click();
  });

  it('asks about one of the files by one click', async () => {
    await drop(page, '[data-testid=messages]', {
      'kelp.md': '# Kelp\n\nKelp is dried for nine days on racks.',
    });
    await settled(page);
    await tray(page).getByRole('link', { name: 'Ask about it' }).click();
    await page.getByTestId('applies').getByText('Kelp').waitFor();
  });

  it('adds to the knowledge base whose page it is dropped on, and to the message in the message field', async () => {
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByRole('link', { name: /My documents/ }).click();
    await page.getByRole('heading', { level: 1, name: 'My documents' }).waitFor();
    await drop(page, 'h1', { 'wind.md': '# Wind\n\nThe wind comes from the west in autumn.' });
    await page.getByRole('link', { name: /wind\.md/ }).waitFor();
    await page.getByRole('link', { name: 'New conversation' }).click();
    await drop(page, '[data-testid=composer]', { 'note.md': 'A note.' });
    await page.getByRole('list', { name: 'Attached files' }).getByText('note.md').waitFor();
  });

  it('lists every file that failed with its reason, whichever job read it', async () => {
    await makeBase(page, 'Many', { 'one.md': '# One\n\nThe first of many.' });
    const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
    await page
      .getByTestId('upload-input')
      .setInputFiles([
        file('torn.pdf', '%PDF-1.4 not really a document'),
        file('setup.exe', 'MZ\u0000\u0001\u0000\u0001 and more'),
        ...Array.from({ length: 10 }, (_, index) => file(`${index}.md`, `# Part ${index}\n\nPart ${index}.`)),
      ]);
    const job = page.locator('[data-testid=job][data-state=done]');
    await job.getByText('torn.pdf: The file is damaged').waitFor();
    await job.getByText(/setup\.exe: .*The content is a program\. Ibid reads text, /).waitFor();
    await job.getByText('2 failed').waitFor();
    await tray(page).getByRole('button', { name: 'Dismiss finished files' }).last().click();
  });

  it('reads a dropped folder with the folders in it, and leaves out what nobody means', async () => {
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Your message' }).waitFor();
    // Scripts cannot create a folder drop, so create the browser's entries here.
    await page.evaluate(() => {
      const file = (name: string, text: string) => ({
        isFile: true,
        isDirectory: false,
        name,
        file: (take: (file: File) => void) => take(new File([text], name)),
      });
      const folder = (name: string, children: unknown[]) => ({
        isFile: false,
        isDirectory: true,
        name,
        createReader: () => {
          const parts = [children, []];
          return { readEntries: (take: (entries: unknown[]) => void) => take(parts.shift() ?? []) };
        },
      });
      const entry = folder('harbour', [
        file('fees.md', '# Fees\n\nThe mooring fee is forty crowns a night.'),
        file('.DS_Store', 'x'),
        folder('old', [file('rules.md', '# Rules\n\nNo fires are lit on the pier after dusk.')]),
      ]);
      const transfer = { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => entry }] };
      const event = new Event('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: transfer });
      document.querySelector('main')?.dispatchEvent(event);
    });
    await tray(page).locator('[data-state=ready]').getByText('rules.md').waitFor();
    await tray(page).locator('[data-state=ready]').getByText('fees.md').waitFor();
    expect(await tray(page).getByText('.DS_Store').count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });

  it('offers to leave the sample out, undoes it, and asks about own documents', async () => {
    await page.goto(app.url);
    const base = await makeBase(page, 'Lighthouse (sample)', {
      'lamp.md': '# Lamp\n\n## The foghorn of the lighthouse\n\nThe lamp turns once in twelve seconds.',
    });
    await page.goto(app.url);
    await drop(page, 'h1', { 'nets.md': '# Nets\n\n## Mending\n\nNets are mended in the winter months.' });
    await settled(page);
    const offer = page.getByTestId('sample-offer');
    await offer.getByRole('button', { name: 'Leave the sample out' }).click();
    await offer.getByText('The sample is left out.').waitFor();
    await page.getByText('For example').waitFor();
    expect(await page.getByText(/foghorn/).count()).toBe(0);
    const settings = async () =>
      (await (await page.request.get(`${app.url}/api/settings`)).json()) as {
        user: { disabledKnowledgeBases: string[] };
      };
    expect((await settings()).user.disabledKnowledgeBases).toEqual([base.split('/').at(-1)]);
    await offer.getByRole('button', { name: 'Undo' }).click();
    await offer.getByRole('button', { name: 'Keep it' }).click();
    await offer.waitFor({ state: 'detached' });
    expect((await settings()).user.disabledKnowledgeBases).toEqual([]);
  });

  it('WEB-7 fits a phone, and keeps what failed there, too', async () => {
    const phone = await app.open('/', phoneSize);
    await drop(phone, 'h1', {
      'ice.md': '# Ice\n\nThe ice is thick enough for a sledge in March.',
      'torn.pdf': '%PDF-1.4 not really a document',
    });
    await settled(phone);
    await phone.reload();
    await tray(phone).getByRole('button', { expanded: false }).click();
    const failed = tray(phone).locator('[data-state=failed]');
    await failed.getByText('torn.pdf').waitFor();
    expect(await tray(phone).getByRole('listitem').first().innerText()).toContain('torn.pdf');
    expect(await failed.innerText()).toMatch(/Failed: .{10}/);
    const box = await tray(phone).boundingBox();
    expect((box?.x ?? 0) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 375).toBe(true);
    await tray(phone)
      .locator('[data-state=ready]')
      .getByRole('link', { name: 'Ask about it' })
      .first()
      .click();
    await phone.getByTestId('applies').getByText('Ice').waitFor();
    await ask(phone, 'When is the ice thick enough?');
    await phone.waitForURL(/\/c\//);
    await answered(phone);
    await phone.getByText('Only in Ice', { exact: true }).first().waitFor();
    await phone.context().close();
  });

  it('WEB-7 fits a phone whatever its documents are called', async () => {
    const other = await startApp();
    const phone = await other.open('/', phoneSize);
    await drop(phone, 'h1', {
      'plan.md': `# Plan_${'of_the_clinic_and_its_branches_'.repeat(4)}\n\n## ${'Refrigerators_and_'.repeat(3)}\n\nVaccines are kept in the fridge of the clinic.`,
    });
    await settled(phone);
    await phone.reload();
    await phone.getByText('For example').waitFor();
    expect(await widerThanScreen(phone)).toBe(0);
    const card = await phone.getByRole('button', { name: /^What does/ }).boundingBox();
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(375);
    await other.close();
  });
});
