import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { sizes } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

/** Problems that first-time users met, each on a desktop and on a phone. */
let app: App;
let quoting: App;

const rows = Array.from({ length: 400 }, (_, row) => `Bay ${row},${row + 100},${1900 + (row % 100)}`);

const fire = {
  'fire.md': [
    '# The fire of Braga',
    '',
    'Figure 3: The fire in Braga, drawn by a witness.',
    '',
    '| What burned | Fire in Braga |',
    '| --- | --- |',
    '| Houses | 41 |',
    '',
    'The fire in Braga happened on 14 March 1871, and the town hall was lost.',
  ].join('\n'),
  'tasks.md': '# Tasks\n\nTwo tasks are open: the pump is to be mended, and the ropes are to be counted.',
};
const diving = {
  'diving.md': '# Diving\n\nA diver may go down to 40 metres, and never alone.',
};

beforeAll(async () => {
  app = await startApp();
  quoting = await startApp({ hasModel: false });
  const page = await app.open();
  const own = await quoting.open();
  await makeBase(own, 'Braga', fire);
  await makeBase(own, 'Diving', diving);
  await own.context().close();
  await makeBase(page, 'Harbour', {
    'harbour.md':
      '# Harbour\n\n## Fees\n\nThe mooring fee is 40 crowns a night for every vessel that stays inside.\n',
    'depths.csv': Buffer.from(['Bay,Depth in metres,Surveyed', ...rows, 'Narwhal deep,1450,2021'].join('\n')),
  });
  await makeBase(page, 'Museum', {
    'hours.md': '# Hours\n\nThe museum opens at nine on every weekday of the year.',
  });
  await page.context().close();
});

afterAll(async () => {
  await app.close();
  await quoting.close();
});

describe.each(sizes)('on a %s', (_size, options) => {
  let page: Page;

  beforeAll(async () => {
    page = await app.open('/', options);
  });

  afterAll(() => page.context().close());

  const asked = async (question: string) => {
    await page.goto(app.url);
    await ask(page, question);
    await page.waitForURL(/\/c\//);
    await answered(page);
  };

  it('WEB-9 the scope chosen with @ stays for the next question, stands on both, and is widened by a click', async () => {
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Your message' }).pressSequentially('@Muse');
    await page.getByRole('option', { name: /^Museum/ }).click();
    await page.getByTestId('applies').getByText('Museum').waitFor();
    await ask(page, 'When does the museum open?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    await ask(page, 'How deep is the Narwhal deep?');
    await answered(page, 2);
    await expect.poll(() => page.getByText('Only in Museum', { exact: true }).count()).toBe(2);
    await lastAnswer(page).getByText('Nothing found in Museum').waitFor();
    await lastAnswer(page).getByTestId('timeline').getByText('nothing found').waitFor();
    await lastAnswer(page).getByRole('button', { name: 'Search all documents' }).click();
    await expect.poll(() => lastAnswer(page).innerText()).toContain('1450');
    await page
      .getByTestId('applies')
      .getByRole('button', { name: /^All documents/ })
      .waitFor();
  });

  it('says at the answer that it was cut off', async () => {
    await asked('Give me a list that is cut short');
    const notice = lastAnswer(page).getByText('This answer is cut off');
    await notice.waitFor();
    expect(await notice.isVisible()).toBe(true);
    await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
    await answered(page, 2);
    await page.getByText('Please continue where you stopped.').first().waitFor();
    const buttons = page.getByTestId('answer').getByRole('button', { name: 'Continue', exact: true });
    await expect.poll(() => buttons.count()).toBe(0);
    // The browser's search finds what has scrolled far away.
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ ...size, height: 320 });
    const first = page.getByTestId('messages').getByText('Give me a list that is cut short');
    await expect.poll(() => page.getByTestId('messages').evaluate((log) => log.scrollTop)).toBeGreaterThan(0);
    expect(await first.count()).toBe(1);
    await page.setViewportSize(size);
  });

  it('keeps a pressed button under the pointer while the answer grows, and then follows the end', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await asked('Give me a list that is cut short');
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ ...size, height: 320 });
    const log = page.getByTestId('messages');
    const left = () => log.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
    await expect.poll(left).toBeLessThan(2);
    const button = lastAnswer(page).getByRole('button', { name: 'Copy answer' });
    await button.hover();
    await page.mouse.down();
    const top = await log.evaluate((node) => node.scrollTop);
    const grown = await log.evaluate(async (node) => {
      node.lastElementChild?.appendChild(document.createElement('p')).style.setProperty('height', '40rem');
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return node.scrollTop;
    });
    expect(grown).toBe(top);
    await page.mouse.up();
    await lastAnswer(page).getByRole('button', { name: 'Copied' }).waitFor();
    await expect.poll(left).toBeLessThan(2);
    await page.setViewportSize(size);
  });

  it('CIT-5 shows a cited row below the header of its columns, and Back closes it', async () => {
    await asked('How deep is the Narwhal deep?');
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const panel = page.getByTestId('side-panel');
    await panel.locator('tr[data-marked=true]').first().waitFor();
    await panel.locator('th').getByText('Depth in metres').first().waitFor();
    const address = page.url();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
  });

  it('ANS-4 copies an answer with title, file, passage and verdict, as text and as HTML', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await asked('What is the mooring fee?');
    // The pages of a test process share a clipboard, and another test may have copied the same text.
    await page.evaluate(() => navigator.clipboard.writeText('nothing'));
    await lastAnswer(page).getByRole('button', { name: 'Copy answer' }).click();
    const copied = () =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const read = async (type: string) => (await item?.getType(type))?.text() ?? '';
        return { text: await read('text/plain'), html: await read('text/html') };
      });
    await expect.poll(copied).toEqual({
      text: expect.stringMatching(/\[\^1\]: \\\[\d+\\\] Harbour, harbour\.md.+40 crowns.+supported/),
      html: expect.stringContaining('40 crowns'),
    });
  });

  it('ANS-4 prints each answer with its passages and verdicts, and nothing of the page around it', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const paper = page.getByTestId('answer').last();
    await expect.poll(() => paper.getByText(/“.*40 crowns.*”.*Supported/).isVisible()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Your message' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Copy answer' }).last().isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
  });

  it('WEB-4 tells how it searched in words', async () => {
    await lastAnswer(page).getByRole('button', { name: 'How it searched' }).click();
    const panel = page.getByTestId('side-panel');
    await panel.getByText('Searched Harbour for').first().waitFor();
    expect(await panel.innerText()).not.toMatch(/fd:\d|search_content|\bitem [\w-]{12}/);
    await page.goBack();
  });

  it('an opened step stays on the screen', async () => {
    const step = page.getByTestId('timeline').getByRole('button').first();
    await step.click();
    await expect.poll(async () => (await step.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    expect(await step.getAttribute('aria-expanded')).toBe('true');
  });

  it('WEB-10 a document has a summary that names the model, and questions it answers', async () => {
    await page.goto(`${app.url}/knowledge`);
    await page.getByRole('link', { name: /Harbour/ }).click();
    await page.getByRole('link', { name: /harbour\.md/ }).click();
    const guide = page.getByTestId('source-guide');
    await guide.getByText('It says when to moor and what that costs.').waitFor();
    await guide.getByText(/^Written by Test model/).waitFor();
    await guide.getByRole('link', { name: 'What is the mooring fee?' }).waitFor();
  });

  it('offers the way to a language model in one bar, until it is dismissed', async () => {
    const start = await quoting.open('/', options);
    const bar = start.getByTestId('model-bar');
    await bar.getByRole('link', { name: /Connect a language model/ }).click();
    await start.waitForURL(/\/settings\/models/);
    await start.goto(quoting.url);
    await bar.getByRole('button', { name: 'Don’t show this again' }).click();
    await bar.waitFor({ state: 'detached' });
    await start.reload();
    await start.getByRole('textbox', { name: 'Your message' }).waitFor();
    expect(await bar.count()).toBe(0);
    await start.context().close();
  });

  it('ANS-1 quotes the sentence that has the asked kind, tells once what it is, and joins only what points back', async () => {
    const start = await quoting.open('/', options);
    const footer = 'I can only quote, because no language model is set up';
    await ask(start, 'hi');
    await start.waitForURL(/\/c\//);
    await answered(start);
    expect(await lastAnswer(start).innerText()).not.toContain(footer);
    await ask(start, 'When did the fire in Braga happen?');
    await answered(start, 2);
    const quotes = lastAnswer(start)
      .getByRole('listitem')
      .filter({ has: start.locator('[data-citations]') });
    expect(await quotes.first().innerText()).toContain('14 March 1871');
    expect(await lastAnswer(start).innerText()).toContain(footer);
    await ask(start, 'What was lost in it?');
    await answered(start, 3);
    expect(await quotes.first().innerText()).toContain('town hall');
    await ask(start, 'How deep may a diver go?');
    await answered(start, 4);
    expect(await quotes.first().innerText()).toContain('40 metres');
    await ask(start, 'Which tasks are open?');
    await answered(start, 5);
    expect(await lastAnswer(start).innerText()).toContain('the pump is to be mended');
    expect(await lastAnswer(start).innerText()).not.toMatch(/diver|40 metres/);
    expect(await start.getByText(footer).count()).toBe(1);
    await start.context().close();
  });

  it('WEB-9 says where the quotes come from that do not answer, and widens by a click', async () => {
    const start = await quoting.open('/', options);
    await start
      .getByTestId('applies')
      .getByRole('button', { name: /^All documents/ })
      .click();
    await start.getByRole('menuitem', { name: 'Diving' }).click();
    await ask(start, 'Why may a diver not go alone to the wreck?');
    await start.waitForURL(/\/c\//);
    await answered(start);
    await lastAnswer(start).getByText('40 metres').first().waitFor();
    await lastAnswer(start).getByText('No answer found in Diving').waitFor();
    await ask(start, 'When did the fire in Braga happen?');
    await answered(start, 2);
    await lastAnswer(start).getByText('Nothing found in Diving').waitFor();
    await lastAnswer(start).getByRole('button', { name: 'Search all documents' }).click();
    await expect.poll(() => lastAnswer(start).innerText()).toContain('14 March 1871');
    await start.context().close();
  });

  it('offers example questions that its documents answer', async () => {
    const start = await quoting.open('/', options);
    const example = start.getByRole('button', { name: /^What does/ }).first();
    const question = await example.innerText();
    await example.click();
    await expect.poll(() => start.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe(question);
    await start.getByRole('button', { name: 'Send', exact: true }).click();
    await start.waitForURL(/\/c\//);
    await answered(start);
    await lastAnswer(start).locator('[data-citations] button').first().waitFor();
    expect(await lastAnswer(start).innerText()).not.toMatch(/I found no/);
    await start.context().close();
  });

  it('fits the screen, and the browser complains about nothing', async () => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 1280);
    expect([...app.complaints, ...quoting.complaints]).toEqual([]);
  });
});
