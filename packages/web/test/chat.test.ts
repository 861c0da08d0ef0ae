import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { breakableLine } from './support/breakable-line.js';
import { documents } from './support/documents.js';
import { answered, ask, heldMessages, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Ship papers', documents);
});

afterAll(() => app.close());

describe('WEB-1 chat', () => {
  it('offers questions about documents that are there', async () => {
    await page.getByRole('link', { name: 'New conversation' }).click();
    const sample = page.getByRole('button', { name: /What does “.+” say about “.+”\?/ }).first();
    await sample.click();
    const text = await page.getByRole('textbox', { name: 'Your message' }).inputValue();
    expect(text).toMatch(/^What does “Crew handbook” say about “(Watches|Provisions)”\?$/);
  });

  it('answers with cited sentences, and shows how it searched', async () => {
    await page.goto(app.url);
    await ask(page, 'How long is a watch at sea?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    await expect.poll(() => lastAnswer(page).locator('[data-citations] button').count()).toBeGreaterThan(0);
    expect(await lastAnswer(page).textContent()).toContain('two watches of four hours');
    await page.getByTestId('timeline').getByRole('button').first().click();
    expect(await page.getByTestId('timeline').textContent()).toContain('How long is a watch at sea?');
  });

  it('KB-3 says what was searched for instead of a mistyped word, and asks as typed with one click', async () => {
    await page.goto(app.url);
    await ask(page, 'Who inspects the extinguihser?');
    await page.waitForURL(/\/c\//);
    await answered(page);
    const told = lastAnswer(page).getByTestId('corrections');
    expect(await told.innerText()).toContain('Searched for extinguisher instead of extinguihser');
    await told.getByRole('button', { name: 'Search exactly as typed' }).click();
    await page.getByRole('article', { name: 'You' }).getByText('Who inspects the "extinguihser"?').waitFor();
    await answered(page);
    await expect.poll(() => page.getByTestId('corrections').count()).toBe(0);
    await page.goto(app.url);
    await ask(page, 'How long is a watch at sea?');
    await page.waitForURL(/\/c\//);
    await answered(page);
  });

  it('CIT-5 shows a card on hover and opens the document at the highlighted passage', async () => {
    const chip = lastAnswer(page).locator('[data-citations] button').first();
    await chip.hover();
    const card = page.getByTestId('citation-card');
    await card.waitFor();
    expect(await card.textContent()).toMatch(/Supported/);
    await chip.click();
    const panel = page.getByTestId('side-panel');
    const mark = panel.locator('mark');
    await mark.waitFor();
    expect(await mark.textContent()).toContain('two watches of four hours');
    expect(await panel.getByTestId('document-text').textContent()).toContain('Crew handbook');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('CIT-5 shows verdicts that differ, each with its reason', async () => {
    await ask(page, 'I doubt the life jackets rule');
    await answered(page, 2);
    const chips = lastAnswer(page).locator('[data-citations] button');
    await expect
      .poll(() => lastAnswer(page).locator('[data-verdict=unsupported]').count())
      .toBeGreaterThan(0);
    const unknown = lastAnswer(page).locator('button[data-verdict=unknown]').first();
    expect(await unknown.textContent()).toContain('77');
    await unknown.click();
    await page.getByTestId('side-panel').getByText('never shown such a source').waitFor();
    await page.keyboard.press('Escape');
    expect(await chips.count()).toBeGreaterThan(2);
  });

  it('FLOW-8 shows the same after a reload', async () => {
    const before = await lastAnswer(page).locator('.reading').first().innerText();
    await page.reload();
    await answered(page, 2);
    await expect.poll(() => lastAnswer(page).locator('.reading').first().innerText()).toBe(before);
  });

  it('FLOW-10 edits a message and switches between its versions', async () => {
    const first = page.getByRole('article', { name: 'You' }).first();
    await first.hover();
    await first.getByRole('button', { name: 'Edit message' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Where did the vessel leave from?');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => lastAnswer(page).innerText()).toContain('Lisbon');
    await answered(page);
    await page
      .getByRole('group', { name: 'Version 2 of 2' })
      .getByRole('button', { name: 'Previous version' })
      .click();
    await expect
      .poll(() => page.getByRole('article', { name: 'You' }).first().innerText())
      .toContain('How long is a watch');
    await page
      .getByRole('group', { name: 'Version 1 of 2' })
      .getByRole('button', { name: 'Next version' })
      .click();
    await expect
      .poll(() => page.getByRole('article', { name: 'You' }).first().innerText())
      .toContain('Where did the vessel');
  });

  it('FLOW-10 answers again beside the first answer', async () => {
    await page.getByRole('button', { name: 'Answer again' }).last().click();
    // The first one belongs to the message, which was edited before.
    await page.getByRole('group', { name: 'Version 2 of 2' }).nth(1).waitFor();
    await expect.poll(() => lastAnswer(page).innerText()).toContain('Lisbon');
    await answered(page);
  });

  it('FLOW-10 forks into a conversation of its own', async () => {
    const before = page.url();
    await lastAnswer(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Fork from here' }).click();
    await page.waitForURL((url) => !before.startsWith(url.origin + url.pathname));
    await expect.poll(() => lastAnswer(page).innerText()).toContain('Lisbon');
  });

  it('FLOW-7 stops and keeps what was written', async () => {
    await page.goto(app.url);
    await ask(page, 'Count slowly please');
    await lastAnswer(page).getByText('word5').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await lastAnswer(page).getByText('You stopped this answer').waitFor();
    const text = await lastAnswer(page).locator('.reading').innerText();
    expect(text).toContain('word5');
    expect(text).not.toContain('word399');
    await page.reload();
    await expect.poll(() => lastAnswer(page).locator('.reading').innerText()).toContain('word5');
  });

  it('FLOW-8 goes on after a reload in the middle of an answer', async () => {
    await page.goto(app.url);
    await ask(page, 'Count slowly again');
    await lastAnswer(page).getByText('word9 ').waitFor();
    await page.reload();
    await lastAnswer(page).getByText('word30 ').waitFor();
    const words = (await lastAnswer(page).locator('.reading').innerText()).match(/word\d+/g) ?? [];
    expect(words).toEqual(words.map((_, index) => `word${index}`));
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await lastAnswer(page).getByText('You stopped this answer').waitFor();
  });

  it('FLOW-8 goes on after a lost connection, without a word twice or missing', async () => {
    const line = await breakableLine(app.url);
    const other = await app.open();
    await other.goto(line.url);
    await ask(other, 'Count slowly through the storm');
    await lastAnswer(other).getByText('word9 ').waitFor();
    line.cut();
    await lastAnswer(other).getByText('Connection lost.').waitFor();
    line.mend();
    await lastAnswer(other).getByText('word60 ').waitFor();
    const words = (await lastAnswer(other).locator('.reading').innerText()).match(/word\d+/g) ?? [];
    expect(words).toEqual(words.map((_, index) => `word${index}`));
    await other.getByRole('textbox', { name: 'Your message' }).focus();
    await other.keyboard.press('Escape');
    await lastAnswer(other).getByText('You stopped this answer').waitFor();
    await other.context().close();
    line.close();
  });

  it('FLOW-9 keeps the message of a failed answer and tries again', async () => {
    await page.goto(app.url);
    await ask(page, 'Please fail once about provisions');
    await lastAnswer(page).getByText('This answer failed').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'Please fail once about provisions',
    );
    await lastAnswer(page).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => lastAnswer(page).innerText()).toContain('Crew handbook');
  });

  it('shows reasoning, narration and parallel calls as tabs', async () => {
    await page.goto(app.url);
    await ask(page, 'think about watches and safety');
    await answered(page);
    const timeline = page.getByTestId('timeline');
    await timeline.getByRole('button', { name: /Thoughts/ }).click();
    await timeline.getByText('The question has two parts.').waitFor();
    await timeline.getByRole('button', { name: /×2/ }).click();
    await expect.poll(() => timeline.getByRole('tab').count()).toBe(2);
    await timeline.getByRole('tab', { name: /safety rules/ }).click();
    await timeline.getByRole('tabpanel').waitFor();
  });

  it('FLOW-10 sends a message after the last one, though the messages are still loading', async () => {
    await page.goto(app.url);
    await ask(page, 'Hello there');
    await answered(page);
    const letThrough = await heldMessages(page);
    await page.reload();
    await ask(page, 'How long is a watch at sea?');
    letThrough();
    await answered(page, 2);
    const asked = page.getByRole('article', { name: 'You' });
    await expect.poll(() => asked.count()).toBe(2);
    await page.unrouteAll();
  });

  it('keeps a draft through a reload', async () => {
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Your message' }).fill('Half a thought');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('Half a thought');
    await page.getByRole('textbox', { name: 'Your message' }).fill('');
  });

  it('AGR-7 limits a question to what is mentioned', async () => {
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Your message' }).pressSequentially('@safety');
    await page.getByRole('option', { name: /Safety rules/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Only in').waitFor();
    await ask(page, 'How long is a watch at sea?');
    await answered(page);
    expect(await lastAnswer(page).innerText()).not.toContain('two watches');
  });

  it('FLOW-10 shows the title of a turn that was over before the page saw it run', async () => {
    await page.goto(app.url);
    await ask(page, 'How long is a watch at sea, told once more?');
    await answered(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.innerText()).toContain('How long is a watch');
    let asked = 0;
    let title = '';
    await page.route(/\/api\/conversations\/[^/?]+$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { title: string };
      asked += 1;
      // The server's title, which may differ from the question shown until then.
      title = body.title;
      await route.fulfill({ response, json: asked === 1 ? { ...body, title: '' } : body });
    });
    await page.reload();
    await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
    await expect.poll(() => heading.innerText()).toBe(title);
    expect(title).toContain('How long is a watch');
    await page.unroute(/\/api\/conversations\/[^/?]+$/);
  });

  it('lets go of a turn that the server still takes for running when its end is shown', async () => {
    let late = 0;
    await page.route('**/api/conversations/*/messages*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as {
        runningTurnId: string | null;
        messages: { turnId?: string }[];
      };
      const last = body.messages.at(-1)?.turnId;
      if (body.runningTurnId === null && last !== undefined && late < 2) {
        late += 1;
        body.runningTurnId = last;
      }
      await route.fulfill({ response, json: body });
    });
    await page.goto(app.url);
    await ask(page, 'How long is a watch at sea?');
    await answered(page);
    expect(late).toBe(2);
    await page.unroute('**/api/conversations/*/messages*');
  });

  it('CTX-4 shows how much of a file was sent, and stops sending one that is taken away', async () => {
    await page.goto(app.url);
    const network = await page.context().newCDPSession(page);
    const slowly = (bytesASecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesASecond,
      });
    await network.send('Network.enable');
    await slowly(100_000);
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({
        name: 'large.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The deck is scrubbed at dawn.\n'.repeat(60_000)),
      });
    const chip = page.getByTestId('composer').locator('[data-state=sending]');
    await chip.getByText(/uploading, \d+%/).waitFor();
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/files'));
    await page.getByRole('button', { name: 'Remove large.txt' }).click();
    await stopped;
    expect(await chip.count()).toBe(0);
    await slowly(-1);
    await network.detach();
  });

  it('attaches dropped and chosen files with their states', async () => {
    await page.goto(app.url);
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The cook is called Maria.'),
      });
    await page.getByTestId('composer').locator('[data-state=counted]').waitFor();
    await ask(page, 'Who is the cook?');
    await answered(page);
    expect(await page.getByRole('list', { name: 'Attached files' }).innerText()).toContain('notes.txt');
  });

  it('takes pasted and dropped files', async () => {
    await page.goto(app.url);
    const put = (kind: 'paste' | 'drop', name: string) =>
      page.getByRole('textbox', { name: 'Your message' }).evaluate(
        (field, { kind: event, name: fileName }) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(['The parrot speaks Portuguese.'], fileName, { type: 'text/plain' }));
          const options = { bubbles: true, cancelable: true };
          if (event === 'paste')
            field.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
          else field.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transfer }));
        },
        { kind, name },
      );
    await put('paste', 'pasted.txt');
    await put('drop', 'dropped.txt');
    const chips = page.getByTestId('composer').locator('[data-state=counted]');
    await expect.poll(() => chips.count()).toBe(2);
    await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
    await expect.poll(() => chips.count()).toBe(1);
  });

  it('copies the answer with the list of its sources', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(app.url);
    await ask(page, 'When are life jackets worn?');
    await answered(page);
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\[\^1\]: .+“.*life jackets.+” \(supported\) <http/iu);
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/html'))?.text();
    });
    expect(html).toMatch(/<sup>.*<\/sup>/);
    expect(html).toContain('Life jackets are worn on deck');
  });

  it('made the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
