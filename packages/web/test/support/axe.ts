import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The rules about colours; all others find the same in light and dark mode. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical findings of axe on the current page, one line each: all rules in light mode, those about colours
 * also in dark mode. `within` names the new part if the rest of the page was already checked: axe takes a second for a
 * whole page. Runs through the debugger, because the Content-Security-Policy forbids anything else.
 */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  const found = await findingsNow(page, within);
  // A busy browser may not have applied all styles yet. Real problems are still there the second time.
  return found.length === 0 ? found : findingsNow(page, within);
}

async function findingsNow(page: Page, within: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colour transitions must be finished: an intermediate colour has a different contrast.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    });
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
    const violations = await page.evaluate(
      async ({ rules, part }) => {
        const { axe } = window as unknown as {
          axe: {
            run: (part: string, options: object) => Promise<{ violations: Violation[] }>;
            _audit?: { rules: { id: string; impact: string }[] };
          };
        };
        // A finding is as severe as its rule, so rules that are never more severe are skipped, which halves the work.
        const mild = (axe._audit?.rules ?? []).filter(({ impact }) => ['minor', 'moderate'].includes(impact));
        const without = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]));
        const chosen = rules === null ? { rules: without } : { runOnly: { type: 'rule', values: rules } };
        const options = { resultTypes: ['violations'], preload: false, selectors: false, ...chosen };
        return (await axe.run(part, options)).violations;
      },
      { rules: colorScheme === 'light' ? null : ofColours, part: within },
    );
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}
