import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Takes screenshots if `IBID_SHOTS` names a folder: desktop and phone, light and dark. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['IBID_SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const [width, height, size] of [
    [1280, 800, 'desktop'],
    [390, 844, 'phone'],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
