import type { BrowserContextOptions, Page } from 'playwright-core';

export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 700 },
  hasTouch: true,
  isMobile: true,
};

/** What people met is tried on both. */
export const sizes: [string, BrowserContextOptions][] = [
  ['desktop', {}],
  ['phone', phone],
];

/** The link of the sidebar, which a phone shows only when asked. */
export async function sidebarLink(page: Page, name: string) {
  const show = page.getByRole('button', { name: 'Show the sidebar' });
  await page.getByRole('main').waitFor();
  if (await show.isVisible()) await show.click();
  return page.getByRole('link', { name, exact: true });
}

/** No part of the page reaches over the edge of the screen. */
export async function widerThanScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
