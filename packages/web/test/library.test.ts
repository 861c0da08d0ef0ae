import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { slowPdf } from '../../retrieval/src/ingest/hostile-files.test-helper.js';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
});

afterAll(() => app.close());

describe('WEB-5 knowledge bases', () => {
  it('teaches what a knowledge base is, makes one, and adds files with progress', async () => {
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByText('No knowledge bases yet').waitFor();
    await makeBase(page, 'Ship papers', documents);
    await page.getByText('3 documents added').waitFor();
    await page.getByRole('link', { name: /Crew handbook/ }).waitFor();
  });

  it('KB-1 goes on showing the progress after a reload, until it is over', async () => {
    const events = /\/api\/jobs\/[^/]+\/events/;
    // The page never learns of the end, as if it was closed in the middle.
    let isLeft = false;
    await page.route(events, (route) => (isLeft ? route.continue() : undefined));
    const asked = page.waitForRequest(events);
    await page.getByTestId('upload-input').setInputFiles([
      {
        name: 'tides.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Tides\n\nHigh water is at noon.'),
      },
    ]);
    await asked;
    expect(await page.getByTestId('job').count()).toBe(0);
    isLeft = true;
    await page.reload();
    await page.locator('[data-testid=job][data-state=done]').waitFor();
    await page.unroute(events);
    await page.getByRole('link', { name: /Tides/ }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /Tides/ }).waitFor();
    expect(await page.getByTestId('job').count()).toBe(0);
  });

  it('KB-1 shows in another browser what is under way, and does again what failed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-folder-'));
    await writeFile(join(folder, 'mast.md'), '# Mast\n\nThe mast is made of spruce.');
    const baseId = page.url().split('/').at(-1)!;
    const request = page.context().request;
    const headers = { origin: new URL(page.url()).origin };
    const send = async (path: string, data: object) =>
      (await (await request.post(new URL(path, page.url()).href, { data, headers })).json()) as {
        jobId: string;
      };
    // Jobs run one after another: while the first one runs, the folder of the second one disappears.
    const many = await mkdtemp(join(tmpdir(), 'ibid-folder-'));
    for (let index = 0; index < 40; index += 1)
      await writeFile(join(many, `log-${index}.md`), `# Log ${index}\n\n${'Fair wind today. '.repeat(600)}`);
    await send(`/api/knowledge-bases/${baseId}/folders`, { path: many, keep: false });
    const { jobId } = await send(`/api/knowledge-bases/${baseId}/folders`, { path: folder, keep: false });
    await rm(folder, { recursive: true });
    await page.reload();
    const failed = page.locator('[data-testid=job][data-state=failed]');
    await failed.waitFor();
    expect(await failed.getByRole('alert').innerText()).toContain('ibid-folder-');
    await mkdir(folder);
    await writeFile(join(folder, 'mast.md'), '# Mast\n\nThe mast is made of spruce.');
    const asked = page.waitForRequest((each) => each.url().endsWith(`/api/jobs/${jobId}/retry`));
    await failed.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.locator('[data-testid=job][data-state=done]').waitFor();
    await page.getByRole('link', { name: /Mast/ }).waitFor();
    await rm(folder, { recursive: true });
    await rm(many, { recursive: true });
  });

  it('KB-1 tells which file failed and why, and adds the others', async () => {
    await page.getByTestId('upload-input').setInputFiles([
      {
        name: 'broken.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4 not really a document'),
      },
      {
        name: 'menu.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Menu\n\nOn Fridays the cook serves fish soup.'),
      },
    ]);
    const job = page.locator('[data-testid=job][data-state=done]', { hasText: '1 failed' });
    await job.waitFor();
    expect(await job.innerText()).toContain('broken.pdf');
    // A user may retry it; what succeeded is not repeated.
    const accepted = page.waitForResponse((each) => each.url().endsWith('/retry'));
    await job.getByRole('button', { name: 'Try again' }).click();
    // Wait for the server: the page may still show the previous result, and the next test cancels running jobs.
    const retried = (await accepted).url().replace(/\/retry$/u, '');
    await expect
      .poll(async () => ((await (await page.request.get(retried)).json()) as { state: string }).state)
      .toBe('done');
    await job.waitFor();
    await page.getByRole('link', { name: /Menu/ }).waitFor();
  });

  it('KB-1 cancels what is being added, and keeps what was added before', async () => {
    const slow = new Uint8Array(slowPdf());
    await page
      .getByTestId('upload-input')
      .setInputFiles([{ name: 'slow.pdf', mimeType: 'application/pdf', buffer: Buffer.from(slow) }]);
    const running = page.locator('[data-testid=job][data-state=running]');
    await running.getByRole('button', { name: 'Cancel' }).click();
    const cancelled = page.locator('[data-testid=job][data-state=cancelled]');
    await cancelled.getByText('Cancelled. What was already added stays.').waitFor();
    await cancelled.getByRole('button', { name: 'Continue' }).waitFor();
    // The bar stays where it was stopped.
    expect(Number(await cancelled.getByRole('progressbar').getAttribute('value'))).toBeLessThan(1);
    await page.getByRole('link', { name: /Menu/ }).waitFor();
  });

  it('KB-1 keeps a folder of the server in step, and says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-folder-'));
    await writeFile(join(folder, 'anchor.md'), '# Anchor\n\nThe anchor chain is ninety metres long.');
    await page.getByRole('button', { name: 'Add a folder' }).click();
    await page.getByLabel('Path on the server').fill(join(folder, 'nowhere'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add a folder' }).click();
    await page.getByRole('dialog').getByText('There is no folder').waitFor();
    await page.getByLabel('Path on the server').fill(folder);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a folder' }).click();
    await page.getByRole('link', { name: /Anchor/ }).waitFor();
    const kept = page.getByTestId('kept-folder');
    await kept.getByText(/In sync, checked/).waitFor();
    await writeFile(join(folder, 'rudder.md'), '# Rudder\n\nThe rudder is made of oak.');
    await rm(join(folder, 'anchor.md'));
    await page.reload();
    await kept.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: /Rudder/ }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /Anchor/ }).count()).toBe(0);
    await kept.getByRole('button', { name: /Stop syncing/ }).click();
    await kept.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Rudder/ }).waitFor();
    await rm(folder, { recursive: true });
  });

  it('finds items by name', async () => {
    await page.getByRole('searchbox', { name: 'Find a document by name' }).fill('voyage');
    await expect.poll(() => page.getByRole('link', { name: /Crew handbook/ }).count()).toBe(0);
    await page.getByRole('link', { name: /Voyage log/ }).waitFor();
  });

  it('KB-3 tries a search and explains each rank', async () => {
    await page.getByRole('tab', { name: 'Try a search' }).click();
    await page.getByRole('searchbox', { name: 'Search for' }).fill('fire extinguisher inspection');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const hit = page.getByTestId('hit').first();
    await hit.waitFor();
    expect(await hit.innerText()).toContain('Safety rules');
    expect(await hit.innerText()).toMatch(/by words: rank 1/);
    await page.getByRole('radio', { name: 'Words', exact: true }).click();
    await expect.poll(() => page.getByTestId('hit').first().innerText()).toContain('Safety rules');
  });

  it('KB-3 says what it searched for instead of a mistyped word, and searches as typed when asked', async () => {
    await page.getByRole('searchbox', { name: 'Search for' }).fill('extinguihser');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const told = page.getByTestId('corrections');
    await told.waitFor();
    expect(await told.innerText()).toContain('Searched for extinguisher instead of extinguihser');
    await told.getByRole('button', { name: 'Search exactly as typed' }).click();
    await page.getByText('Nothing was found.').waitFor();
    expect(await told.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search for' }).fill('fire extinguisher inspection');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByTestId('hit').first().waitFor();
  });

  it('KB-11 limits a search by date and metadata, and says what is wrong with a limit', async () => {
    const dated = await app.open();
    await makeBase(dated, 'Dated', {
      'old.md': '---\ndate: 2019-04-01\nteam: sales\n---\n\n# Old ferry\n\nThe ferry leaves at nine.\n',
      'new.md': '---\ndate: 2025-06-01\nteam: legal\n---\n\n# New ferry\n\nThe ferry leaves at ten.\n',
    });
    await dated.getByRole('tab', { name: 'Try a search' }).click();
    await dated.getByRole('searchbox', { name: 'Search for' }).fill('ferry');
    await dated.getByText('Limit by date and metadata').click();
    const titles = async () => (await dated.getByTestId('hit').allInnerTexts()).join(' ');
    const limit = async (limits: { after?: string; before?: string; metadata?: string }) => {
      await dated.getByLabel('Dated after').fill(limits.after ?? '');
      await dated.getByLabel('Dated before').fill(limits.before ?? '');
      await dated.getByLabel('Metadata', { exact: true }).fill(limits.metadata ?? '');
      await dated.getByRole('button', { name: 'Search', exact: true }).click();
    };
    await limit({});
    await expect.poll(titles).toMatch(/Old ferry.*New ferry|New ferry.*Old ferry/su);
    await limit({ after: '2024' });
    await expect.poll(titles).toMatch(/^(?!.*Old ferry).*New ferry/su);
    await limit({ after: '2018', before: '2020', metadata: 'team=sales,crew; date>=2019' });
    await expect.poll(titles).toMatch(/^(?!.*New ferry).*Old ferry/su);
    await limit({ metadata: 'crew=sales' });
    await dated.getByText('Nothing was found within these limits.').waitFor();
    await limit({ after: 'soon' });
    await dated.getByText('“soon” is not a date.').waitFor();
    await limit({ after: '2024', before: '2023' });
    await dated.getByText('the range ends before it begins').waitFor();
    await limit({ metadata: 'team=sales; team' });
    await dated.getByText('“team” is not a condition.').waitFor();
    await limit({});
    await dated.getByTestId('hit').first().waitFor();
    expect(await dated.getByRole('alert').count()).toBe(0);
    await dated.close();
  });

  it('KB-2 browses the chunks and the text of an item in place', async () => {
    await page.getByTestId('hit').first().getByRole('link').click();
    await page.getByText('Chunk 1', { exact: true }).waitFor();
    await page.getByText('Life jackets are worn').waitFor();
    await page.getByRole('tab', { name: 'Document' }).click();
    await page.getByTestId('document-text').getByText('Life jackets are worn').waitFor();
  });

  it('asks about one item only', async () => {
    await page.getByRole('link', { name: 'Ask about it' }).click();
    await page.getByRole('button', { name: 'Stop limiting to Safety rules' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Stop limiting to Safety rules' }).waitFor();
    await ask(page, 'How long is a watch?');
    await answered(page);
    expect(await lastAnswer(page).innerText()).not.toContain('two watches');
  });

  it('CTX-4 attaches an item picked from search results, and refuses one that is too large with the reason', async () => {
    const large = Array.from(
      { length: 40_000 },
      (_, line) => `Ballast entry ${line} weighs ${line * 7} pounds.`,
    );
    await makeBase(page, 'Ballast', {
      'ballast.md': `# Ballast\n\n${large.join('\n')}`,
      'lamp.md': '# Lamp\n\nThe brass lamp hangs beside the compass in the wheelhouse.',
    });
    await page.getByRole('tab', { name: 'Try a search' }).click();
    const search = async (words: string) => {
      await page.getByRole('searchbox', { name: 'Search for' }).fill(words);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      return page.getByTestId('hit').filter({ hasText: words }).first();
    };
    const refused = await search('Ballast entry');
    await refused.getByRole('button', { name: 'Attach to a message' }).click();
    expect(await refused.getByRole('alert').innerText()).toMatch(/tokens, and .+ can be attached/);
    const lamp = await search('brass lamp');
    await lamp.getByRole('button', { name: 'Attach to a message' }).click();
    await page.getByTestId('composer').locator('[data-state=counted]', { hasText: 'Lamp' }).waitFor();
    await ask(page, 'Where does it hang?');
    await answered(page);
    await page.getByRole('article', { name: 'You' }).getByText('Lamp').waitFor();
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    await page
      .getByTestId('side-panel')
      .getByRole('button', { name: /Attached files/ })
      .click();
    await page
      .getByTestId('side-panel')
      .getByText(/brass lamp hangs/)
      .first()
      .waitFor();
  });

  it('KB-5 changes who may see it', async () => {
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByRole('link', { name: /Ship papers/ }).click();
    await page.getByRole('tab', { name: 'Sharing' }).click();
    await page.getByLabel('Who may see it').selectOption('public');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
    await page.getByText('Everyone who can log in').waitFor();
  });

  it('deletes an item and a knowledge base after asking', async () => {
    await makeBase(page, 'Short-lived', { 'a.md': '# Alpha\n\nThe ptarmigan lantern is painted violet.' });
    const base = page.url();
    await page.goto(app.url);
    await ask(page, 'What colour is the ptarmigan lantern?');
    await answered(page);
    const answer = page.url();
    await lastAnswer(page).locator('[data-citations] [data-verdict=supported]').first().waitFor();
    await page.goto(base);
    await page.getByRole('link', { name: /Alpha/ }).click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No documents yet').waitFor();
    // Citations of it say so, instead of a verdict that nobody can check any more.
    await page.goto(answer);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) refused.push(response.url());
    });
    await page
      .getByRole('button', { name: /This document was deleted.*Can no longer be checked/ })
      .first()
      .click();
    await page.getByTestId('side-panel').getByText('This document cannot be opened').waitFor();
    expect(await page.getByTestId('side-panel').locator('[data-verdict]').first().innerText()).toContain(
      'Can no longer be checked',
    );
    const shown = lastAnswer(page);
    expect(await shown.getByTestId('answer-balance').first().innerText()).toContain(
      '1 can no longer be checked',
    );
    await shown.getByRole('button', { name: 'This document was deleted.' }).last().waitFor();
    expect(await shown.locator('footer .text-supported').count()).toBe(0);
    const proof = await page.request.get(
      `${app.url}/api/conversations/${new URL(answer).pathname.split('/').at(-1)}/export?format=footnotes`,
    );
    expect(await proof.text()).toContain('This document was deleted. (can no longer be checked)');
    // Nothing known to be deleted is requested.
    expect(refused).toEqual([]);
    await page.goto(base);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete knowledge base' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/knowledge$/);
    await expect.poll(() => page.getByText('Short-lived').count()).toBe(0);
  });

  it('KB-1 counts all files of a drop that several jobs read, and none of an earlier one', async () => {
    await makeBase(page, 'Log sheets', { 'cover.md': '# Cover\n\nThe sheets of one winter.' });
    await page.evaluate(() => {
      const totals = new Set<string>();
      Object.assign(window, { totals });
      new MutationObserver(() => {
        const text = document.querySelector('[data-testid=job]')?.textContent ?? '';
        for (const [, total = ''] of text.matchAll(/\d+ of (\d+)/g)) totals.add(total);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await page.getByTestId('upload-input').setInputFiles(
      Array.from({ length: 23 }, (_, day) => ({
        name: `day-${day}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from(`# Day ${day}\n\nOn day ${day} the wind was from the west.`),
      })),
    );
    await page.getByText('23 documents added', { exact: true }).waitFor();
    const shown = await page.evaluate(() => [...(window as unknown as { totals: Set<string> }).totals]);
    expect(shown.filter((total) => total !== '23')).toEqual([]);
  });
});

describe('WEB-6 projects and agents', () => {
  it('makes a project with files and instructions, and starts a conversation in it', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Refit');
    await page.getByRole('button', { name: 'Create' }).click();
    await page
      .getByLabel('Add files')
      .last()
      .setInputFiles({
        name: 'refit.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Refit\n\nThe hull is painted green in October.'),
      });
    await page.getByText(/\d+ tokens/).waitFor();
    await page.getByRole('tab', { name: 'Instructions' }).click();
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Answer in one sentence.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('link', { name: 'Start a conversation' }).click();
    await ask(page, 'What colour is the hull?');
    await answered(page);
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    await page
      .getByTestId('side-panel')
      .getByRole('button', { name: /Project files/ })
      .first()
      .waitFor();
  });

  it('makes an agent whose prompt the model then sees', async () => {
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Quartermaster');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('You keep the stores of the ship.');
    await page.getByLabel('Reminder').fill('Count twice.');
    const tools = page.getByRole('group', { name: 'Tools' });
    for (const tool of ['Search', 'Agentic retrieval', 'Open pages', 'Ask the person'])
      await tools.getByRole('checkbox', { name: tool, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('link', { name: 'Start a conversation' }).click();
    expect(await page.getByLabel('Agent', { exact: true }).inputValue()).not.toBe('');
    await ask(page, 'How much water is there?');
    await answered(page);
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    const panel = page.getByTestId('side-panel');
    await panel.getByRole('button', { name: /Agent prompt/ }).click();
    await panel.getByText('You keep the stores of the ship.').waitFor();
    await panel.getByRole('button', { name: /Reminder/ }).click();
    await panel.getByText('Count twice.').waitFor();
  });
});

describe('AGR-7 a question for the person', () => {
  it('asks which knowledge bases to search, and goes on with the choice', async () => {
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('link', { name: /Quartermaster/ }).click();
    await page.getByRole('checkbox', { name: /Ask which knowledge bases/ }).check();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').first().waitFor();
    await page.getByRole('link', { name: 'Start a conversation' }).click();
    await ask(page, 'How long is a watch at sea?');
    const form = page.getByRole('group', { name: 'Which knowledge bases should be searched?' });
    await form.getByRole('checkbox', { name: /Ship papers/ }).check();
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect
      .poll(() => page.getByRole('article', { name: 'You' }).last().innerText())
      .toContain('Ship papers');
    await answered(page, 2);
    expect(await form.count()).toBe(0);
    expect(await lastAnswer(page).getByTestId('timeline').innerText()).not.toContain('failed');
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});
