import { formatNumber } from '../lib/format-number.js';
import { BarChart3 } from 'lucide-react';
import { useSession } from '../api/session.js';
import { useIsAdministrator, useUsers } from '../api/users.js';
import { useBudget } from '../api/budget.js';
import { useModels } from '../api/library.js';
import { useUsage } from '../api/usage.js';
import type { UsageTotal } from '../api/usage.js';
import { texts } from '../texts/texts.js';
import { EmptyState } from '../ui/empty-state.js';
import { KeyFigures } from '../ui/key-figures.js';
import { QueryState } from '../ui/query-state.js';
import { Section } from './section.js';
import { RoleBudgets } from './role-budgets.js';
import { StandingList } from './standing-list.js';
import { UsageChart } from './usage-chart.js';
import { ScrollRegion } from '../ui/scroll-region.js';

export function UsageSection() {
  const all = useIsAdministrator();
  const several = useSession().data?.mode !== 'local';
  const days = useUsage('day', all);
  const models = useUsage('model', all);
  const users = useUsage('user', all);
  const people = useUsers().data?.rows ?? [];
  const known = useModels().data?.rows ?? [];
  const named = (users.data?.rows ?? []).map((row) => ({
    ...row,
    name: people.find(({ id }) => id === row.key)?.name ?? texts.budget.deletedUser,
  }));
  return (
    <>
      <OwnBudget />
      <Section
        title={texts.settings.sections.usage}
        hint={all && several ? texts.settings.usageAllHint : texts.settings.usageHint}
      >
        <QueryState query={days}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState icon={<BarChart3 size={28} />} title={texts.settings.usageNone}>
                {texts.settings.usageNoneHint}
              </EmptyState>
            ) : (
              <div className="flex flex-col gap-8">
                <Totals rows={rows} />
                <UsageChart rows={rows} />
                <UsageTable
                  title={texts.settings.perModel}
                  rows={(models.data?.rows ?? []).map((row) => ({
                    ...row,
                    name: known.find(({ id }) => id === row.key)?.name ?? row.key,
                  }))}
                />
                {all && several ? <UsageTable title={texts.settings.perUser} rows={named} /> : null}
              </div>
            )
          }
        </QueryState>
      </Section>
      {all ? <RoleBudgets /> : null}
    </>
  );
}

/** ORG-5: only if something is limited. */
function OwnBudget() {
  const rows = (useBudget().data?.rows ?? []).filter(({ limit }) => limit !== null);
  if (rows.length === 0) return null;
  return (
    <Section title={texts.budget.own} hint={texts.budget.ownHint}>
      <StandingList rows={rows} />
    </Section>
  );
}

function Totals({ rows }: { rows: UsageTotal[] }) {
  const sum = (pick: (row: UsageTotal) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const figures: [string, string][] = [
    [texts.settings.input, formatNumber(sum((row) => row.inputTokens))],
    [texts.settings.output, formatNumber(sum((row) => row.outputTokens))],
    [texts.settings.cached, formatNumber(sum((row) => row.cachedInputTokens))],
    [
      texts.settings.cost,
      costWords({ costUsd: sum((row) => row.costUsd), unpricedTokens: sum((row) => row.unpricedTokens) }),
    ],
  ];
  return <KeyFigures figures={figures} />;
}

function UsageTable({ title, rows }: { title: string; rows: (UsageTotal & { name?: string })[] }) {
  if (rows.length === 0) return null;
  return (
    <ScrollRegion label={title} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="mb-2 text-start font-semibold">{title}</caption>
        <thead>
          <tr className="border-b text-xs text-soft">
            <th scope="col" className="py-1.5 text-start font-medium">
              {texts.common.name}
            </th>
            <th scope="col" className="py-1.5 ps-4 text-end font-medium">
              {texts.settings.input}
            </th>
            <th scope="col" className="py-1.5 ps-4 text-end font-medium">
              {texts.settings.output}
            </th>
            <th scope="col" className="py-1.5 ps-4 text-end font-medium">
              {texts.settings.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b last:border-b-0">
              <th scope="row" className="max-w-60 truncate py-1.5 text-start font-normal">
                <bdi>{row.name ?? row.key}</bdi>
              </th>
              <td className="py-1.5 ps-4 text-end tabular-nums">{formatNumber(row.inputTokens)}</td>
              <td className="py-1.5 ps-4 text-end tabular-nums">{formatNumber(row.outputTokens)}</td>
              <td className="py-1.5 ps-4 text-end tabular-nums">{costWords(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A model whose price nobody knows did not cost nothing. */
function costWords({ costUsd, unpricedTokens }: Pick<UsageTotal, 'costUsd' | 'unpricedTokens'>): string {
  const cost = `$${costUsd.toFixed(2)}`;
  if (unpricedTokens === 0) return cost;
  return costUsd === 0 ? texts.settings.costUnknown : texts.settings.costAtLeast(cost);
}
