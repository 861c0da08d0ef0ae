// The page in a real browser: size of the first load, main-thread tasks while a long answer streams, and opening and
// scrolling a long conversation. The data is canned, the page is the built one.
import { launchBrowser } from '../../scripts/browser.mjs';
import { startServer } from './_web-server.mjs';

/** Streams an answer of 5,000 words at 60 tokens a second; `npm run bench -- web words=1000` sets the length. */
export async function run({ log, args = [] }) {
  const words = Number(args.find((argument) => argument.startsWith('words='))?.slice(6) ?? 5_000);
  const citations = Math.max(1, Math.round(words / 50));
  const server = await startServer({ tokensPerSecond: 60, words, citations });
  const browser = await launchBrowser();
  try {
    const firstLoad = await measureFirstLoad(browser, server.url);
    log(`first load: ${firstLoad.kilobytes} kB of compressed JavaScript in ${firstLoad.files} files`);
    const scroll = await measureScroll(browser, server.url);
    log(
      `500 turns opened: longest task ${scroll.open.longestTask} ms of processor time (${scroll.open.longestTasks.join(', ')}), ${scroll.open.clock.longestTask} by the clock`,
    );
    log(
      `500 turns scrolled: ${scroll.nodes} elements, longest task ${scroll.longestTask} ms, ${scroll.clock.longestTask} by the clock, ${scroll.lateFrames} of ${scroll.frames} frames late`,
    );
    const stream = await measureStream(browser, server, log);
    log(
      `stream: ${stream.tokens} tokens, ${stream.chips} chips, longest task ${stream.longestTask} ms of processor time, ${stream.clock.longestTask} by the clock, layout shift ${stream.layoutShift}`,
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
        {
          // Wall-clock time is only meaningful on an idle machine; `waiting` shows whether it was.
          name: 'stream-longest-task-clock-ms',
          value: stream.clock.longestTask,
          bar: '<= 50',
          ok: stream.clock.longestTask <= 50,
        },
        { name: 'stream-chips', value: stream.chips, bar: `= ${citations}`, ok: stream.chips === citations },
        {
          name: 'stream-layout-shift',
          value: stream.layoutShift,
          bar: '<= 0.01',
          ok: stream.layoutShift <= 0.01,
        },
        { name: 'scroll-elements', value: scroll.nodes, bar: '<= 3000', ok: scroll.nodes <= 3_000 },
        {
          name: 'scroll-longest-task-ms',
          value: scroll.longestTask,
          bar: '<= 50',
          ok: scroll.longestTask <= 50,
        },
        {
          name: 'open-longest-task-ms',
          value: scroll.open.longestTask,
          bar: '<= 50',
          ok: scroll.open.longestTask <= 50,
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

/** Bytes on the wire (gzip) of the scripts that the start page needs, before idle loading. */
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
    window.watched = { shift: 0, violations: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.watched.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', () => (window.watched.violations += 1));
  });
  return page;
}

/**
 * Runs `work` and returns the longest tasks of the page's main thread, in milliseconds of CPU and wall-clock time; on a
 * busy machine, the latter includes other work.
 */
async function mainThreadTasks(browser, work) {
  await browser.startTracing(null, { categories: ['toplevel', '__metadata'] });
  let events = [];
  try {
    await work();
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  const busiest = new Map();
  const main = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map((event) => `${event.pid}/${event.tid}`),
  );
  for (const event of events) {
    const thread = `${event.pid}/${event.tid}`;
    if (event.name !== 'ThreadControllerImpl::RunTask' || !main.has(thread)) continue;
    // Tasks cut off by the start or the end of the recording have no duration.
    if (!Number.isFinite(event.tdur) || !Number.isFinite(event.dur)) continue;
    const tasks = busiest.get(thread) ?? [];
    tasks.push({ processor: event.tdur / 1_000, clock: event.dur / 1_000 });
    busiest.set(thread, tasks);
  }
  // Several renderers may be alive; the page under test is the one that worked most.
  const sum = (tasks, by) => tasks.reduce((total, task) => total + task[by], 0);
  const most = [...busiest.values()].sort((one, other) => sum(other, 'processor') - sum(one, 'processor'))[0];
  if (!most?.length) throw new Error('The recording holds no task of the page; nothing was measured.');
  const longest = (by) => Math.round(Math.max(...most.map((task) => task[by])));
  const over = (by) => most.filter((task) => task[by] > 50).length;
  return {
    longestTask: longest('processor'),
    tasksOver50: over('processor'),
    cpuMilliseconds: Math.round(sum(most, 'processor')),
    clock: {
      longestTask: longest('clock'),
      tasksOver50: over('clock'),
      /** Time that tasks waited for other work of the machine, as a share of their duration. */
      waiting: Math.round((1 - sum(most, 'processor') / sum(most, 'clock')) * 100) / 100,
    },
  };
}

async function measureStream(browser, server, log) {
  const page = await watchedPage(browser);
  await page.goto(`${server.url}/c/stream`);
  await page.locator('.reading p').first().waitFor();
  // Loading the page is not streaming: count from half a second after the first words.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.watched.shift = 0;
  });
  const tokens = server.answer.text.split(/\s+/).length;
  const progress = setInterval(() => log('streaming …'), 20_000);
  const tasks = await mainThreadTasks(browser, async () => {
    await page
      .getByRole('button', { name: 'Copy answer' })
      .waitFor({ timeout: (tokens / 60) * 1_000 + 120_000 });
    await page.waitForTimeout(500);
  });
  clearInterval(progress);
  const chips = await page.locator('[data-citations] button').count();
  const { shift, violations } = await page.evaluate(() => window.watched);
  await page.close();
  return { tokens, chips, layoutShift: Math.round(shift * 1_000) / 1_000, violations, ...tasks };
}

/** The page after opening a conversation of 500 turns from the list, with the tasks that took. */
async function openLong(browser, url) {
  const page = await watchedPage(browser);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Your message' }).waitFor();
  await page.waitForTimeout(1_000);
  const tasks = await mainThreadTasks(browser, async () => {
    // The list of pinned conversations returns the same one.
    await page.getByRole('link', { name: 'A long conversation' }).last().click();
    // Located by position: a search by text would read the whole page in a task that counts.
    await page.locator('[data-index="998"]').waitFor();
    await page.waitForTimeout(1_000);
  });
  return { page, tasks };
}

/** A conversation of 500 turns: opened from the list, then scrolled up through some seventy of them. */
async function measureScroll(browser, url) {
  // A single task is short to measure, so use the median of five openings.
  const openings = [];
  while (openings.length < 4) {
    const { page, tasks } = await openLong(browser, url);
    openings.push(tasks);
    await page.close();
  }
  const { page, tasks: last } = await openLong(browser, url);
  openings.push(last);
  openings.sort((one, other) => one.longestTask - other.longestTask);
  const open = { ...openings[2], longestTasks: openings.map(({ longestTask }) => longestTask) };
  let late = { frames: 0, lateFrames: 0 };
  const tasks = await mainThreadTasks(browser, async () => {
    late = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-testid=messages]');
      const gaps = [];
      let before = performance.now();
      for (let frame = 0; frame < 240; frame += 1) {
        scroller.scrollTop -= 120;
        await new Promise(requestAnimationFrame);
        gaps.push(performance.now() - before);
        before = performance.now();
      }
      // A frame that took as long as two was visibly dropped.
      return { frames: gaps.length, lateFrames: gaps.filter((gap) => gap > 34).length };
    });
  });
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const { violations } = await page.evaluate(() => window.watched);
  await page.close();
  return { nodes, violations, open, ...late, ...tasks };
}
