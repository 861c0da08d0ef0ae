import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The rules that see colours: every other finds the same, light and dark. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical findings of axe on what is shown now, as one line each: of every rule light, of those about colours dark too.
 * `within` names the part that is new, where the page around it was looked at before: axe takes a second for a whole one.
 * Run through the debugger: the page's policy forbids more.
 */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  const found = await findingsNow(page, within);
  // A busy browser may not have applied all styles yet. What is really wrong is still there.
  return found.length === 0 ? found : findingsNow(page, within);
}

async function findingsNow(page: Page, within: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours that change gradually must have arrived: a half-way colour has a contrast of its own.
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
        // A finding is as grave as its rule says, so rules that never say more than that are not asked: half of the work.
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
