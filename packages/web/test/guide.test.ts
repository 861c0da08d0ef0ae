import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, lastAnswer, makeBase } from './support/page-actions.js';
import { sizes } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

/** Documents without headings, as offices print them, and what each of their three questions must find. */
const printed = {
  'lease.pdf': {
    text: 'This lease is made between the Harbour Trust and the Sailing Club. The boathouse is let for the storage of boats only. The yearly rent is 4,800 pounds, payable in two parts. The lease began on 1 January 2024 and runs for five years. Either party may end it with a notice of six months. Repairs to the roof are paid for by the landlord. The treasurer is Maria Holm.',
    questions: {
      'How much is the yearly rent?': '4,800 pounds',
      'When did the lease begin?': '1 January 2024',
      'Who is the treasurer?': 'Maria Holm',
    },
  },
  'kessel.pdf': {
    text: 'Der Kessel wurde am 12. März 2019 eingebaut. Er steht im Keller des Nordflügels. Die Wartung kostet 180 Euro im Jahr. Der Schornstein ist 12 Meter hoch. Bei Störungen ist der Hausmeister zu rufen.',
    questions: {
      'Wann wurde der Kessel eingebaut?': '12. März 2019',
      'Wie viel kostet die Wartung?': '180 Euro',
      'Wie hoch ist der Schornstein?': '12 Meter',
    },
  },
};

describe('WEB-10 the guide of a PDF without headings', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ hasModel: false });
    const page = await app.open();
    const files: Record<string, Buffer> = {};
    for (const [name, { text }] of Object.entries(printed)) {
      const sheet = await app.browser.newPage();
      await sheet.setContent(`<title>${name}</title><p style="font: 12pt/1.5 serif">${text}</p>`);
      files[name] = await sheet.pdf({ format: 'A5' });
      await sheet.close();
    }
    await makeBase(page, 'Office', files);
    await page.context().close();
  });

  afterAll(() => app.close());

  const openGuide = async (page: Page, name: string) => {
    await page.goto(`${app.url}/knowledge`);
    await page.getByRole('link', { name: /Office/ }).click();
    await page.getByRole('link', { name: new RegExp(name) }).click();
    return page.getByTestId('source-guide');
  };

  it.each(sizes)('has three questions that it answers, on a %s', async (_, options) => {
    const page = await app.open('/', options);
    for (const [name, { questions }] of Object.entries(printed)) {
      const guide = await openGuide(page, name);
      for (const question of Object.keys(questions))
        await guide.getByRole('link', { name: question }).waitFor();
      // The first one asks for the whole document.
      expect(await guide.getByRole('link').count()).toBe(4);
    }
    await page.context().close();
  });

  it('answers each of them with the right sentence', async () => {
    const page = await app.open();
    for (const [name, { questions }] of Object.entries(printed))
      for (const [question, answer] of Object.entries(questions)) {
        const guide = await openGuide(page, name);
        await guide.getByRole('link', { name: question }).click();
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.waitForURL(/\/c\//);
        await answered(page);
        await expect.poll(() => lastAnswer(page).innerText()).toContain(answer);
        // From the sentence alone: nothing says that it is only close.
        expect(await lastAnswer(page).locator('[data-citations]').count()).toBeGreaterThan(0);
      }
    expect(app.complaints).toEqual([]);
  });
});
