// OCR quality (KB-9): 30 pages rendered from known texts, read like a document, and the share of wrong words.
// Languages other than English are read from a folder: npm run bench -- ocr --data=FOLDER with deu, fra, spa and ell
// there.
import { readdirSync } from 'node:fs';
import { launchBrowser } from '../../scripts/browser.mjs';
import { htmlOf, PAGES, wordsOf } from './_ocr-pages.mjs';
import { scannedPdf } from './_scanned-pdf.mjs';

const WIDTH = 595;
const HEIGHT = 420;
/** As in the product: below this, a word is doubtful. */
const DOUBTFUL = 60;

export async function run({ log, args }) {
  const { PreparePool, unpackOcrPage } = await import('../../packages/retrieval/lib/internal.js');
  const folder = args.find((arg) => arg.startsWith('--data='))?.slice('--data='.length) ?? null;
  const there = new Set(['eng', ...(folder ? readdirSync(folder).map((name) => name.split('.')[0]) : [])]);
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  const browser = await launchBrowser('--font-render-hinting=none');
  let current = PAGES[0];
  let read = null;
  const pages = { find: async () => new Map(), keep: async (_hash, _page, packed) => (read = packed) };
  const settings = async () => ({ languages: current.languages, folder });
  const pool = new PreparePool({ size: 1, ocr: { settings, pages } });
  const rows = [];
  const sure = { right: 0, wrong: 0, rightDoubted: 0, wrongDoubted: 0 };
  for (const one of PAGES) {
    if (only && !one.name.includes(only)) continue;
    if (!one.languages.every((language) => there.has(language))) {
      log(`${one.name}: left out, no data for ${one.languages.join(', ')}`);
      continue;
    }
    current = one;
    const picture = await render(browser, one);
    const bytes = one.asPdf ? scannedPdf(picture) : picture.bytes;
    await pool.prepare({ name: one.asPdf ? 'page.pdf' : 'page.jpg', content: { bytes } }).catch(() => {});
    const found = unpackOcrPage(read).paragraphs.flat(2);
    const known = wordsOf(one);
    const { errors, isRight } = compare(
      known,
      found.map(({ text }) => text),
    );
    for (const [place, { confidence }] of found.entries()) {
      const kind = isRight[place] ? 'right' : 'wrong';
      sure[kind] += 1;
      if (confidence < DOUBTFUL) sure[`${kind}Doubted`] += 1;
    }
    const rate = errors / known.length;
    rows.push({ name: one.name, words: known.length, errors, rate });
    log(
      `${one.name.padEnd(36)} ${String(known.length).padStart(4)} words  ${(100 * rate).toFixed(1).padStart(5)} % wrong`,
    );
  }
  await pool.close();
  await browser.close();
  const total = rows.reduce((sum, { words }) => sum + words, 0);
  const wrong = rows.reduce((sum, { errors }) => sum + errors, 0);
  const share = (part, whole) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 1000);
  return {
    figures: {
      pages: rows.length,
      words: total,
      wordErrorRate: share(wrong, total),
      wrongWordsDoubted: share(sure.wrongDoubted, sure.wrong),
      rightWordsDoubted: share(sure.rightDoubted, sure.right),
      rates: Object.fromEntries(rows.map(({ name, rate }) => [name, Math.round(1000 * rate) / 1000])),
    },
    bars: [
      {
        name: 'words wrong over all pages',
        value: share(wrong, total),
        bar: 'at most 0.05',
        ok: wrong / total <= 0.05,
      },
    ],
  };
}

/** The page as a scanner delivers it, with the same noise in every run. */
async function render(browser, one) {
  const sheet = await browser.newPage({
    viewport: { width: WIDTH, height: one.layout === 'columns' ? 560 : HEIGHT },
    deviceScaleFactor: one.dpi / 72,
  });
  await sheet.setContent(htmlOf(one));
  const shot = (await sheet.screenshot({ type: 'png' })).toString('base64');
  const made = await sheet.evaluate(soil, { shot, ...one });
  await sheet.close();
  return { width: made.width, height: made.height, dpi: one.dpi, bytes: Buffer.from(made.jpeg, 'base64') };
}

/** Runs in the browser. */
async function soil({ shot, noise, blur, shade, quality, dpi }) {
  const image = new Image();
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  if (blur > 0) context.filter = `blur(${(blur * dpi) / 200}px)`;
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let at = 0; at < pixels.data.length; at += 4) {
    const column = ((at / 4) % canvas.width) / canvas.width;
    const light = 1 - shade * Math.max(0, column - 0.4);
    const grain = noise * (random() + random() + random() - 1.5);
    for (let part = 0; part < 3; part += 1) pixels.data[at + part] = pixels.data[at + part] * light + grain;
  }
  context.putImageData(pixels, 0, 0);
  const jpeg = canvas.toDataURL('image/jpeg', quality / 100).split(',')[1];
  return { jpeg, width: canvas.width, height: canvas.height };
}

/** Word edit distance: words to change, add or remove; and which of the found words are right. */
function compare(known, found) {
  const cost = Array.from({ length: known.length + 1 }, (_, row) => {
    const line = new Uint32Array(found.length + 1);
    line[0] = row;
    return line;
  });
  for (let column = 0; column <= found.length; column += 1) cost[0][column] = column;
  for (let row = 1; row <= known.length; row += 1)
    for (let column = 1; column <= found.length; column += 1)
      cost[row][column] = Math.min(
        cost[row - 1][column] + 1,
        cost[row][column - 1] + 1,
        cost[row - 1][column - 1] + (known[row - 1] === found[column - 1] ? 0 : 1),
      );
  const isRight = found.map(() => false);
  for (let row = known.length, column = found.length; row > 0 && column > 0;) {
    const isSame = known[row - 1] === found[column - 1];
    if (cost[row][column] === cost[row - 1][column - 1] + (isSame ? 0 : 1)) {
      isRight[column - 1] = isSame;
      row -= 1;
      column -= 1;
    } else if (cost[row][column] === cost[row - 1][column] + 1) row -= 1;
    else column -= 1;
  }
  return { errors: cost[known.length][found.length], isRight };
}
