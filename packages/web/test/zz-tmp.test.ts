import { it } from 'vitest';
import { documents } from './support/documents.js';
import { answered, ask, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
it('x', async () => {
  const app = await startApp();
  const page = await app.open();
  await makeBase(page, 'Ship papers', documents);
  await page.goto(app.url);
  await ask(page, 'think and doubt the watches and life jackets');
  await answered(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  console.log(await page.evaluate(() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > 391).map((e) => `${e.tagName} ${e.className} ${e.getBoundingClientRect().right}`)].join('\n')));
  await page.screenshot({ path: '/tmp/shots/p1.png' });
  await app.close();
}, 60000);
