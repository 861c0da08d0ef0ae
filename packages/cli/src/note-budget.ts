import type { IbidClient, Schemas } from '@ibid/client';
import type { CommandContext } from './command-context.js';

type Standing = Schemas['Standing'];

/** From this share on a person is told. */
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

/** ORG-5: says what is nearly used up, before it is: of `asking` or of `adding` documents. */
export async function noteBudget(
  client: IbidClient,
  context: CommandContext,
  kind: 'asking' | 'adding',
): Promise<void> {
  const { rows } = await client.request('GET /api/budget', {});
  for (const { name, used, limit, resetsAt } of rows) {
    // What resets is what models use; the rest is room.
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
