// Input that is larger, longer or more broken than intended (KB-1, KB-9, KB-10, KB-12), given to a server as a user
// would: usage must stay bounded, errors clear, and nothing lost. Each part stops the server, kills it, and lets it
// finish.
// npm run bench -- large [pages] [files] [repository] [sheet] [pictures] [site] [mailbox] [--count=N]
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LargeServer } from './_large-server.mjs';
import { brokenMailbox, startEndlessSite, writeFolder, writeRepository } from './_large-notes.mjs';
import { pageText, scannedBook, whitePdf, whitePng } from './_large-pictures.mjs';
import { sheetRow, writeSheet } from './_large-sheet.mjs';

const COUNTS = {
  pages: 3_000,
  files: 100_000,
  repository: 100_000,
  sheet: 1_000_000,
  site: 1_000,
  mailbox: 20_000,
};
const PARTS = { pages, files, repository, sheet, pictures, site, mailbox };

export async function run({ log, args }) {
  const counted = args.find((arg) => arg.startsWith('--count='))?.slice('--count='.length);
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const figures = {};
  const bars = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), `ibid-large-${name}-`));
    const server = new LargeServer(join(folder, 'data'));
    await server.start();
    const began = performance.now();
    try {
      const count = Number(counted ?? COUNTS[name]);
      const { checks, ...found } = await part({
        server,
        folder,
        count,
        log: (line) => log(`${name}: ${line}`),
      });
      const used = await server.end();
      figures[name] = { ...found, ...used, seconds: Math.round((performance.now() - began) / 1000) };
      for (const [check, ok] of Object.entries(checks))
        bars.push({ name: `${name}: ${check}`, value: ok, bar: 'true', ok });
      log(`${name}: ${JSON.stringify(figures[name])}`);
    } finally {
      await server.end().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { figures, bars };
}

/** Stopped by a user at a fifth, killed at two fifths, then left to finish. */
async function inThreeGoes({ server, jobId, doneOf, count, log }) {
  const goes = { told: 0 };
  const far = (share) => (job) => doneOf(job) >= share * count;
  const look = (job) => {
    if (doneOf(job) > goes.last) goes.told += 1;
    goes.last = Math.max(goes.last ?? 0, doneOf(job));
  };
  goes.last = 0;
  await server.until(jobId, far(0.2), look);
  const cancelled = await server.ask('POST', `/api/jobs/${jobId}/cancel`, {});
  goes.stoppedAt = doneOf(cancelled);
  log(`stopped at ${goes.stoppedAt}: ${cancelled.state}`);
  await server.ask('POST', `/api/jobs/${jobId}/retry`, {});
  await server.until(jobId, far(0.4), look);
  goes.killedAt = doneOf(await server.job(jobId));
  log(`killed at ${goes.killedAt}`);
  await server.kill();
  await server.start();
  let next = 0;
  const job = await server.until(jobId, undefined, (seen) => {
    look(seen);
    if (doneOf(seen) - next < count / 10) return;
    next = doneOf(seen);
    const { secondsLeft } = seen.progress;
    log(`${next} of ${count}${secondsLeft === null ? '' : `, ${Math.round(secondsLeft)} s left`}`);
  });
  return { job, goes };
}

async function pages({ server, count, log }) {
  const book = await scannedBook(count);
  log(`a PDF of ${count} pages, ${(book.length / 1e6).toFixed(1)} MB`);
  const base = await server.newBase('Log');
  const jobId = await server.upload(base, 'log.pdf', book);
  const doneOf = (job) => job.progress.pages?.done ?? 0;
  const { job, goes } = await inThreeGoes({ server, jobId, doneOf, count, log });
  const item = await server.firstItem(base);
  const text = await wholeText(server, item.id);
  const wrong = Array.from({ length: count }, (_, page) => page + 1).filter(
    (page) => !text.includes(pageText(page)),
  );
  const [hit] = await server.search(base, `"Page ${count - 1}" of the log`);
  return {
    pages: count,
    megabytes: Number((book.length / 1e6).toFixed(1)),
    ...goes,
    pagesNotExact: wrong.length,
    checks: {
      'the job is done': job.state === 'done',
      'all pages are there': item.pages === count,
      'at most one page in a hundred has a wrong word': wrong.length <= count / 100,
      'a page near the end is found': hit?.page === count - 1,
    },
  };
}

async function wholeText(server, itemId) {
  let text = '';
  for (let start = 0; ;) {
    const part = await server.ask('GET', `/api/items/${itemId}/text?start=${start}`);
    text += part.text;
    if (part.end >= part.characters || part.text === '') return text;
    start = part.end;
  }
}

async function files({ server, folder, count, log }) {
  const notes = join(folder, 'notes');
  writeFolder(notes, count);
  log(`${count} files are written`);
  const base = await server.newBase('Notes');
  const { jobId } = await server.ask('POST', `/api/knowledge-bases/${base}/folders`, { path: notes });
  const doneOf = (job) => job.progress.filesDone;
  const { job, goes } = await inThreeGoes({ server, jobId, doneOf, count, log });
  return { files: count, ...goes, ...(await lookedThrough({ server, base, count, job })) };
}

async function repository({ server, folder, count, log }) {
  const bare = join(folder, 'notes.git');
  await writeRepository(bare, count);
  log(`a repository of ${count} files is written`);
  const base = await server.newBase('Repository');
  const body = { knowledgeBaseId: base, kind: 'git', settings: { url: bare }, everyMinutes: null };
  const source = await server.ask('POST', '/api/sources', body);
  const doneOf = (job) => job.progress.filesDone;
  const { job, goes } = await inThreeGoes({ server, jobId: source.job.id, doneOf, count, log });
  const { state, items, failed } = await server.ask('GET', `/api/sources/${source.id}`);
  const found = await lookedThrough({ server, base, count, job });
  const checks = {
    ...found.checks,
    'the source has them all': state !== 'failing' && items === count && failed === 0,
  };
  return { files: count, ...goes, ...found, checks };
}

async function lookedThrough({ server, base, count, job }) {
  const items = await server.itemsOf(base);
  const [hit] = await server.search(base, `vessel V${String(count - 1).padStart(6, '0')}`);
  const size = JSON.stringify(job).length;
  return {
    jobKilobytes: Math.round(size / 1000),
    checks: {
      'the job is done': job.state === 'done',
      'every file is there once': items === count,
      'the last one is found': hit?.text?.includes(`V${String(count - 1).padStart(6, '0')}`) ?? false,
      'what is told of the job stays below 2 MB': size < 2e6,
    },
  };
}

async function sheet({ server, folder, count, log }) {
  const path = join(folder, 'sales.xlsx');
  await writeSheet(path, count);
  const megabytes = Math.round(statSync(path).size / 1e6);
  log(`a sheet of ${count} rows, ${megabytes} MB`);
  const base = await server.newBase('Sales');
  const job = await server.until(await server.upload(base, 'sales.xlsx', readFileSync(path)));
  const [outcome] = job.outcomes;
  log(`${outcome?.outcome}: ${outcome?.reason ?? outcome?.warnings}`);
  const item = await server.firstItem(base);
  let [north, all] = [0, 0];
  for (let number = 0; number < count; number += 1) {
    const { region, amount } = sheetRow(number);
    all += amount;
    if (region === 'North') north += amount;
  }
  const said = (answer, number) => answer.replaceAll(/[,\s]/gu, '').includes(String(number));
  const [ofNorth, ofAll] = [
    await server.answer('What is the total amount for the North region?'),
    await server.answer('What is the total amount?'),
  ];
  log(`asked: ${ofNorth.split('\n')[0]} / ${ofAll.split('\n')[0]}`);
  return {
    rows: count,
    megabytes,
    searchableRows: item?.metadata?.searchableRows ?? null,
    checks: {
      'the job is done': job.state === 'done' && job.outcomes.every(({ outcome }) => outcome === 'added'),
      'the sum of one region is right': said(ofNorth, north),
      'the sum of all rows is right': said(ofAll, all),
    },
  };
}

async function pictures({ server, log }) {
  const base = await server.newBase('Maps');
  const ends = {};
  for (const [name, bytes] of [
    ['map.png', whitePng(20_000, 10_000)],
    ['map.pdf', whitePdf(20_000, 10_000)],
  ]) {
    const job = await server.until(await server.upload(base, name, bytes));
    const [outcome] = job.outcomes;
    ends[name] = outcome;
    log(
      `${name}, ${Math.round(bytes.length / 1000)} KB: ${outcome.outcome}, ${outcome.reason ?? outcome.warnings}`,
    );
  }
  return {
    checks: {
      'the PNG is refused with its size': /200 megapixels/u.test(ends['map.png'].reason ?? ''),
      'the PDF ends with a reason': (ends['map.pdf'].reason ?? '') !== '',
    },
  };
}

async function site({ server, count, log }) {
  const endless = await startEndlessSite();
  const base = await server.newBase('Endless');
  const settings = { url: endless.url, pages: count, depth: 20, delaySeconds: 0 };
  const source = await server.ask('POST', '/api/sources', { knowledgeBaseId: base, kind: 'site', settings });
  const job = await server.until(source.job.id);
  const { items, failed } = await server.ask('GET', `/api/sources/${source.id}`);
  const { rows } = await server.ask('GET', `/api/sources/${source.id}/log`);
  endless.close();
  const notes = rows.map(({ text }) => text);
  log(notes.join(' | '));
  return {
    pages: items,
    asked: endless.asked(),
    checks: {
      'it ends at its limit': job.state === 'done' && items === count && failed === 0,
      'no more was asked for': endless.asked() <= count + 5,
      'the log says so': notes.some((text) => /links were left/u.test(text)),
    },
  };
}

async function mailbox({ server, count, log }) {
  const bytes = brokenMailbox(count);
  const base = await server.newBase('Mail');
  const job = await server.until(await server.upload(base, 'mail.mbox', bytes));
  const [outcome] = job.outcomes;
  log(
    `${(bytes.length / 1e6).toFixed(1)} MB: ${outcome.outcome}, ${outcome.reason ?? outcome.warnings ?? ''}`,
  );
  const last = count - (count % 10 === 0 ? 2 : 1);
  const [hit] = await server.search(base, `vessel V${String(last).padStart(6, '0')}`);
  return {
    messages: count,
    broken: Math.floor(count / 10),
    chunks: outcome.chunks,
    checks: {
      'the mailbox is read': outcome.outcome === 'added',
      'a message behind broken ones is found':
        hit?.text?.includes(`V${String(last).padStart(6, '0')}`) ?? false,
    },
  };
}
