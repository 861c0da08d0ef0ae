// `npm run screenshots` takes screenshots of the main views into docs/images: desktop and phone, light and dark. The
// server, the page and the documents are real; the model is scripted, so the screenshots are reproducible.
import { createRequire } from 'node:module';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from '../packages/server/lib/index.js';
import { testModel } from '../packages/web/test/support/test-model.mjs';
import { launchBrowser } from './browser.mjs';

const markdownIt = createRequire(new URL('../packages/retrieval/package.json', import.meta.url))(
  'markdown-it',
);
const root = fileURLToPath(new URL('..', import.meta.url));
const sample = join(root, 'packages/cli/sample');
const target = join(root, 'docs/images');

/** Cites by title, so numbers are whatever the conversation assigned. */
function polarAnswer(documents) {
  const cite = (title) => {
    const found = documents.find((document) => document.title.startsWith(title));
    return found ? ` [${found.number}]` : '';
  };
  return [
    `North of 70 degrees a second navigator is on the bridge at all times, and speed is at most 8 knots at night${cite('Safety rules')}. The position is reported to the coast guard every six hours${cite('Safety rules')}.`,
    '',
    '### What the last voyage showed',
    '',
    `Ice closed the inner part of Sermilik fjord for nine days, and four planned stations were given up${cite('Voyage H-2502')}. The water at the foot of the glaciers was 0.7 degrees warmer than in 2019${cite('Voyage H-2502')}.`,
    '',
    '### What is planned',
    '',
    '| Voyage | When | Where |',
    '| --- | --- | --- |',
    `| H-2602 | July to August 2026 | East Greenland${cite('Budget')} |`,
    '',
    `The moorings left in the fjords will be collected by helicopter in December${cite('Voyage H-2502')}.`,
  ].join('\n');
}

function answer({ question, searched, documents }) {
  if (!/polar|Greenland/.test(question)) return null;
  if (searched) return [{ text: polarAnswer(documents) }];
  return [
    {
      reasoning:
        'Two things are asked: the rules for polar waters, and what the Greenland voyage showed. I search for both.',
    },
    { call: 'agentic_context_search', input: { query: 'rules for polar waters north of 70 degrees' } },
    {
      call: 'agentic_context_search',
      input: { query: 'East Greenland voyage results, ice and plans for 2026' },
    },
  ];
}

const dataFolder = mkdtempSync(join(tmpdir(), 'ibid-pictures-'));
const server = await createServer({
  dataFolder,
  port: 0,
  logLevel: 'error',
  environment: {},
  models: [
    {
      id: 'guide',
      name: 'Guide',
      model: testModel({ answer }),
      isLanguageModel: true,
      profile: { contextWindow: 128_000, maxOutputTokens: 8_000 },
    },
  ],
});
const { url } = await server.listen();
const browser = await launchBrowser('--font-render-hinting=none');

/** A report printed as PDF, for citations that open a PDF. */
async function printedReport(name) {
  const sheet = await browser.newPage();
  const text = readFileSync(join(sample, name), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  await sheet.setContent(
    `<title>${title}</title><style>body{font:11pt/1.5 serif;margin:0}h1{font-size:20pt}h2{font-size:14pt;margin-top:1.6em}table{border-collapse:collapse}td,th{border:1px solid #999;padding:2pt 6pt}</style>${markdownIt({ html: true }).render(text)}`,
  );
  const margin = { top: '22mm', bottom: '22mm', left: '20mm', right: '20mm' };
  const bytes = await sheet.pdf({ format: 'A5', margin });
  await sheet.close();
  return bytes;
}

async function fill(page) {
  await page.goto(`${url}/knowledge`);
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  await page.getByLabel('Name').fill('Halcyon');
  await page
    .getByLabel('Description')
    .fill('Papers of the research vessel Halcyon: handbook, rules, voyages, budget.');
  await page.getByRole('button', { name: 'Create' }).click();
  const printed = 'voyage-2025-greenland.md';
  const files = readdirSync(sample).filter((name) => name.endsWith('.md') && name !== printed);
  await page.getByTestId('upload-input').setInputFiles([
    ...files.map((name) => ({ name, mimeType: 'text/markdown', buffer: readFileSync(join(sample, name)) })),
    {
      name: printed.replace('.md', '.pdf'),
      mimeType: 'application/pdf',
      buffer: await printedReport(printed),
    },
  ]);
  await page.locator('[data-testid=job][data-state=done]').waitFor({ timeout: 120_000 });
  const base = page.url();
  for (const question of [
    'When does Cabin 9 become a sick bay?',
    'How is Halcyon prepared for polar waters, and what did Greenland show?',
  ]) {
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Your message' }).fill(question);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Copy answer' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  }
  const conversation = page.url();
  await page.goto(url);
  for (const [count, question] of ['Write the plan as a reference', 'Write the reference again'].entries()) {
    await page.getByRole('textbox', { name: 'Your message' }).fill(question);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Copy answer' }).nth(count).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  }
  await page.evaluate(() =>
    fetch('/api/agents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Quartermaster',
        description: 'Knows the stores, and counts twice.',
        prompt: 'You keep the stores of the ship. Give quantities with their units.',
        reminder: 'Count twice.',
      }),
    }),
  );
  return { base, conversation, references: page.url() };
}

const panel = (page) => page.getByTestId('side-panel');

/** Each view: how to get there from a fresh page. */
const views = (places) => ({
  start: (page) =>
    page.goto(url).then(() =>
      page
        .getByRole('button', { name: /What does/ })
        .first()
        .waitFor(),
    ),
  conversation: async (page) => {
    await page.goto(places.conversation);
    await page.locator('[data-citations] button').first().waitFor();
    await page.getByTestId('messages').evaluate((element) => element.scrollTo(0, 0));
  },
  card: async (page) => {
    await views(places).conversation(page);
    await page.locator('[data-citations] button').first().hover();
    await page.getByTestId('citation-card').waitFor();
  },
  passage: async (page) => {
    await views(places).conversation(page);
    await page.locator('[data-citations] button').first().click();
    await panel(page).locator('mark').first().waitFor();
  },
  pdf: async (page) => {
    await views(places).conversation(page);
    await page
      .getByRole('button', { name: /^Source \d+: Voyage H-2502/ })
      .first()
      .click();
    await panel(page).locator('canvas[data-drawn]').waitFor();
    await panel(page).getByTestId('pdf-page').locator('mark').first().waitFor();
  },
  references: async (page) => {
    await page.goto(places.references);
    await page.getByRole('button', { name: 'References and files' }).click();
    await panel(page)
      .getByRole('button', { name: /ref:loading-plan/ })
      .click();
    await panel(page).getByLabel('Compare with').selectOption('1');
    await panel(page).locator('[data-diff=added]').first().waitFor();
  },
  sources: async (page) => {
    await views(places).conversation(page);
    await page.getByRole('button', { name: 'Sources', exact: true }).first().click();
    await panel(page).getByRole('heading', { level: 3 }).first().waitFor();
  },
  context: async (page) => {
    await views(places).conversation(page);
    await page.getByRole('button', { name: 'What the model saw' }).first().click();
    await panel(page).getByText('Budget').waitFor();
  },
  retrieval: async (page) => {
    await views(places).conversation(page);
    await page.getByRole('button', { name: 'How it searched' }).first().click();
    await panel(page)
      .getByText(/passages? from/)
      .first()
      .waitFor();
  },
  knowledge: (page) =>
    page.goto(places.base).then(() => page.getByRole('link', { name: /Crew handbook/ }).waitFor()),
  search: async (page) => {
    await page.goto(places.base);
    await page.getByRole('tab', { name: 'Try a search' }).click();
    await page.getByRole('searchbox', { name: 'Search for' }).fill('how cold is the water under the ice');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByTestId('hit').first().waitFor();
  },
  agent: async (page) => {
    await page.goto(`${url}/agents`);
    await page.getByRole('link', { name: /Quartermaster/ }).click();
    await page.getByRole('checkbox', { name: 'Agentic retrieval' }).waitFor();
  },
  models: (page) =>
    page
      .goto(`${url}/settings/models`)
      .then(() => page.getByRole('button', { name: 'Test' }).first().waitFor()),
  usage: (page) =>
    page
      .goto(`${url}/settings/usage`)
      .then(() => page.getByRole('img', { name: 'Tokens per day' }).waitFor()),
  palette: async (page) => {
    await views(places).conversation(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
  },
});

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** The others need a pointer or a keyboard. */
const notOnPhone = new Set(['card', 'palette']);

try {
  mkdirSync(target, { recursive: true });
  const first = await browser.newPage({ viewport: sizes.desktop });
  const places = await fill(first);
  await first.close();
  const wanted = process.argv.slice(2);
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      for (const [name, open] of Object.entries(views(places))) {
        if (size === 'phone' && notOnPhone.has(name)) continue;
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        await open(page);
        await page.waitForTimeout(250);
        await page.screenshot({ path: join(target, `${name}-${size}-${colorScheme}.png`) });
        console.error(`${name}-${size}-${colorScheme}.png`);
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);
