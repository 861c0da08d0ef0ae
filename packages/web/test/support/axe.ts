import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Serious and critical findings of every rule of axe on what is shown now, first light and then dark, as one line each.
 * Run through the debugger: the page's policy forbids more.
 */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours that change gradually must have arrived: a half-way colour has a contrast of its own.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map((animation) => animation.finished));
    });
    await page.evaluate(source);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
      };
      return (await axe.run({ resultTypes: ['violations'] })).violations;
    });
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}
