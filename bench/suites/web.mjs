// The page in a real browser: size of the first load, main-thread tasks while a long answer streams, and a long
// conversation that is opened and scrolled. The data is canned, the page is the built one.
import { createRequire } from 'node:module';
import { startServer } from './_web-server.mjs';

const { chromium } = createRequire(new URL('../../package.json', import.meta.url))('playwright-core');
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Streams the whole answer at `60` a second unless told otherwise: `npm run bench -- web words=1000`. */
export async function run({ log, args = [] }) {
  const words = Number(args.find((argument) => argument.startsWith('words='))?.slice(6) ?? 5_000);
  const citations = Math.max(1, Math.round(words / 50));
  const server = await startServer({ tokensPerSecond: 60, words, citations });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: flags,
  });
  try {
    const firstLoad = await measureFirstLoad(browser, server.url);
    log(`first load: ${firstLoad.kilobytes} kB of compressed JavaScript in ${firstLoad.files} files`);
    const scroll = await measureScroll(browser, server.url);
    log(
      `500 turns: ${scroll.nodes} elements in the document, longest task ${scroll.longestTask} ms, ${scroll.slowFrames} slow frames`,
    );
    const stream = await measureStream(browser, server, log);
    log(
      `stream: ${stream.tokens} tokens, ${stream.chips} chips, longest task ${stream.longestTask} ms, layout shift ${stream.layoutShift}`,
    );
    return {
      figures: { firstLoad, scroll, stream },
      bars: [
        { name: 'first-load-kb', value: firstLoad.kilobytes, bar: '<= 250', ok: firstLoad.kilobytes <= 250 },
        {
          name: 'stream-longest-task-ms',
          value: stream.longestTask,
          bar: '<= 50',
          ok: stream.longestTask <= 50,
        },
        { name: 'stream-chips', value: stream.chips, bar: `= ${citations}`, ok: stream.chips === citations },
        { name: 'scroll-elements', value: scroll.nodes, bar: '<= 3000', ok: scroll.nodes <= 3_000 },
        {
          name: 'scroll-longest-task-ms',
          value: scroll.longestTask,
          bar: '<= 50',
          ok: scroll.longestTask <= 50,
        },
        {
          name: 'policy-violations',
          value: stream.violations + scroll.violations,
          bar: '= 0',
          ok: stream.violations + scroll.violations === 0,
        },
      ],
    };
  } finally {
    await browser.close();
    server.close();
  }
}

/** Bytes on the wire (gzip) of the scripts that the start page needs before anything idle is fetched. */
async function measureFirstLoad(browser, url) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set();
  let bytes = 0;
  session.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Your message' }).waitFor();
  await page.waitForTimeout(500);
  await page.close();
  return { kilobytes: Math.round(bytes / 100) / 10, files: scripts.size };
}

async function watchedPage(browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.watched = { tasks: [], shift: 0, violations: 0, frames: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.watched.tasks.push({ at: entry.startTime, ms: entry.duration });
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.watched.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', () => (window.watched.violations += 1));
  });
  return page;
}

const since = (page, at) =>
  page.evaluate((from) => {
    const tasks = window.watched.tasks.filter((task) => task.at >= from).map((task) => Math.round(task.ms));
    return {
      longestTask: Math.max(0, ...tasks),
      longTasks: tasks.length,
      violations: window.watched.violations,
    };
  }, at);

async function measureStream(browser, server, log) {
  const page = await watchedPage(browser);
  await page.goto(`${server.url}/c/stream`);
  await page.locator('.reading p').first().waitFor();
  // Loading the page is not streaming: count from half a second after the first words.
  await page.waitForTimeout(500);
  const from = await page.evaluate(() => {
    window.watched.shift = 0;
    return performance.now();
  });
  const tokens = server.answer.text.split(/\s+/).length;
  const progress = setInterval(() => log('streaming …'), 20_000);
  await page
    .getByRole('button', { name: 'Copy answer' })
    .waitFor({ timeout: (tokens / 60) * 1_000 + 60_000 });
  clearInterval(progress);
  const chips = await page.locator('[data-citations] button').count();
  const shift = await page.evaluate(() => window.watched.shift);
  const result = await since(page, from);
  await page.close();
  return { tokens, chips, layoutShift: Math.round(shift * 1_000) / 1_000, ...result };
}

async function measureScroll(browser, url) {
  const page = await watchedPage(browser);
  await page.goto(`${url}/c/long`);
  await page.getByText('Question 500').waitFor();
  await page.waitForTimeout(1_500);
  const from = await page.evaluate(() => performance.now());
  const slowFrames = await page.evaluate(async () => {
    const scroller = document.querySelector('[data-testid=messages]');
    let slow = 0;
    let last = performance.now();
    for (let frame = 0; frame < 240; frame += 1) {
      scroller.scrollTop -= 120;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      if (now - last > 50) slow += 1;
      last = now;
    }
    return slow;
  });
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const result = await since(page, from);
  await page.close();
  return { nodes, slowFrames, ...result };
}
