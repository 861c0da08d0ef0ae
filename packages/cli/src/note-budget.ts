import type { IbidClient, Schemas } from '@ibid/client';
import type { CommandContext } from './command-context.js';

type Standing = Schemas['Standing'];

/** Warn from this share on. */
const NEARLY = 0.8;
const MEGABYTE = 1_000_000;
const NAMES: Readonly<Record<Standing['name'], string>> = {
  tokensPerDay: 'tokens per day',
  tokensPerMonth: 'tokens per month',
  usdPerDay: 'US dollars per day',
  usdPerMonth: 'US dollars per month',
  storageBytes: 'storage',
  runningJobs: 'jobs at once',
};

export function budgetAmount(name: string, value: number): string {
  if (name.startsWith('usd')) return `$${value.toFixed(2)}`;
  return name === 'storageBytes' ? `${(value / MEGABYTE).toFixed(1)} MB` : value.toLocaleString('en');
}

/** ORG-5: warns when a limit for `asking` or `adding` documents is nearly used up. */
export async function noteBudget(
  client: IbidClient,
  context: CommandContext,
  kind: 'asking' | 'adding',
): Promise<void> {
  const { rows } = await client.request('GET /api/budget', {});
  for (const { name, used, limit, resetsAt } of rows) {
    // Limits with a reset concern models; the others concern storage and jobs.
    if (limit === null || (resetsAt === null) !== (kind === 'adding') || used < limit * NEARLY) continue;
    const how = used >= limit ? 'Used up' : 'Nearly used up';
    const resets = resetsAt === null ? '' : `; resets ${resetsAt}`;
    context.note(
      context.notes.yellow(
        `${how}: ${NAMES[name]}, ${budgetAmount(name, used)} of ${budgetAmount(name, limit)}${resets}.`,
      ),
    );
  }
}
