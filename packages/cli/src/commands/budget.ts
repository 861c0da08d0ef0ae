import type { IbidClient, Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { budgetAmount } from '../note-budget.js';
import { withoutControls } from '../terminal.js';

type Budget = Schemas['Budget'];
type Standing = Schemas['Standing'];

/** As typed: a number, `none` for no limit, or `role` for the role's. */
interface BudgetOptions extends ConnectOptions {
  tokensPerDay?: string;
  tokensPerMonth?: string;
  usdPerDay?: string;
  usdPerMonth?: string;
  storageMb?: string;
  jobs?: string;
  json?: boolean;
}

const ROLES = ['member', 'administrator'] as const;
const MEGABYTE = 1_000_000;
const FLAGS = {
  tokensPerDay: ['tokensPerDay', 1],
  tokensPerMonth: ['tokensPerMonth', 1],
  usdPerDay: ['usdPerDay', 1],
  usdPerMonth: ['usdPerMonth', 1],
  storageMb: ['storageBytes', MEGABYTE],
  jobs: ['runningJobs', 1],
} as const;

/** `ibid budget [who]`: a user's limits and usage; flags set limits first (ORG-5). */
export async function budget(
  who: string | undefined,
  options: BudgetOptions,
  context: CommandContext,
): Promise<number> {
  const change = changeOf(options);
  if (typeof change === 'string') {
    context.note(change);
    return EXIT.usage;
  }
  const isChange = change.size > 0;
  if (isChange && who === undefined) {
    context.note('Say whose budget: member, administrator, or the name of a user.');
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    if (who === undefined) return show((await client.request('GET /api/budget', {})).rows, options, context);
    const role = ROLES.find((one) => one === who);
    if (role) {
      const { system } = await client.request('GET /api/settings', {});
      const budgets = { ...system?.budgets, [role]: changed(system?.budgets[role] ?? {}, change) };
      if (isChange) await client.request('PUT /api/settings', { body: { system: { budgets } } });
      return showSet(budgets[role] ?? {}, options, context);
    }
    const id = await userId(client, who);
    if (id === null) {
      context.note(
        `There is no user "${who}". Give a name or an id, or one of the roles: ${ROLES.join(', ')}.`,
      );
      return EXIT.failed;
    }
    let { own, rows } = await client.request('GET /api/users/{id}/budget', { path: { id } });
    if (isChange)
      ({ own, rows } = await client.request('PUT /api/users/{id}/budget', {
        path: { id },
        body: changed(own, change),
      }));
    return show(rows, options, context);
  } finally {
    await connection.close();
  }
}

type Change = Map<keyof Budget, number | null | undefined>;

function changeOf(options: BudgetOptions): Change | string {
  const change: Change = new Map();
  for (const [flag, [name, factor]] of Object.entries(FLAGS)) {
    const typed = options[flag as keyof typeof FLAGS];
    if (typed === undefined) continue;
    const number = Number(typed);
    if (typed === 'none') change.set(name, null);
    else if (typed === 'role') change.set(name, undefined);
    else if (typed.trim() === '' || Number.isNaN(number) || number < 0)
      return `"${typed}" is not a limit. Give a number, none for no limit, or role for the limit of the role.`;
    else change.set(name, name.startsWith('usd') ? number : Math.round(number * factor));
  }
  return change;
}

function changed(before: Budget, change: Change): Budget {
  const after = { ...before, ...Object.fromEntries(change) };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
}

async function userId(client: IbidClient, who: string): Promise<string | null> {
  const { rows } = await client.request('GET /api/users', {});
  const found = rows.find(({ id, name }) => id === who || name.toLowerCase() === who.toLowerCase());
  return found?.id ?? null;
}

function show(rows: readonly Standing[], options: BudgetOptions, context: CommandContext): number {
  if (options.json) context.write(`${JSON.stringify(rows)}\n`);
  else
    for (const { name, used, limit, resetsAt } of rows) {
      const of = limit === null ? 'no limit' : `of ${budgetAmount(name, limit)}`;
      const resets = limit === null || resetsAt === null ? '' : `, resets ${resetsAt}`;
      context.write(withoutControls(`${name.padEnd(15)} ${budgetAmount(name, used)} ${of}${resets}`));
      context.write('\n');
    }
  return EXIT.ok;
}

function showSet(set: Budget, options: BudgetOptions, context: CommandContext): number {
  if (options.json) context.write(`${JSON.stringify(set)}\n`);
  else
    for (const [name] of Object.values(FLAGS)) {
      const limit = set[name];
      context.write(`${name.padEnd(15)} ${limit == null ? 'no limit' : budgetAmount(name, limit)}\n`);
    }
  return EXIT.ok;
}
