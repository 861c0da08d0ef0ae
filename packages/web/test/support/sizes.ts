import type { BrowserContextOptions, Page } from 'playwright-core';

export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 700 },
  hasTouch: true,
  isMobile: true,
};

/** Both are tested. */
export const sizes: [string, BrowserContextOptions][] = [
  ['desktop', {}],
  ['phone', phone],
];

/** A link in the sidebar, which must be opened first on a phone. */
export async function sidebarLink(page: Page, name: string) {
  const show = page.getByRole('button', { name: 'Show the sidebar' });
  await page.getByRole('main').waitFor();
  if (await show.isVisible()) await show.click();
  return page.getByRole('link', { name, exact: true });
}

/** By how much the page exceeds the screen. */
export async function widerThanScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
