import { useBudget } from '../api/budget.js';
import type { Standing } from '../api/budget.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';

/** Warn from this share on. */
const NEARLY = 0.8;

/** The limits that asking uses. */
export const SPENDING: readonly Standing['name'][] = [
  'tokensPerDay',
  'tokensPerMonth',
  'usdPerDay',
  'usdPerMonth',
];
/** The limits that adding documents uses. */
export const ROOM: readonly Standing['name'][] = ['storageBytes', 'runningJobs'];

/** ORG-5: warns before a limit is reached, with its reset time. Refetches when `changed` changes. */
export function BudgetNotice(props: { of: readonly Standing['name'][]; changed: string | null }) {
  const rows = useBudget(props.changed).data?.rows ?? [];
  const shares = rows.flatMap((row) =>
    row.limit === null || !props.of.includes(row.name)
      ? []
      : [{ ...row, limit: row.limit, share: row.limit === 0 ? 1 : row.used / row.limit }],
  );
  const [most] = shares
    .filter(({ share }) => share >= NEARLY)
    .toSorted((one, other) => other.share - one.share);
  if (!most) return null;
  const say = most.share >= 1 ? texts.budget.spent : texts.budget.nearly;
  const used = texts.budget.used(most.name, most.used, most.limit);
  const resets =
    most.resetsAt === null
      ? ''
      : `; ${texts.budget.resets(new Date(most.resetsAt).toLocaleString(dateLocale()))}`;
  return (
    <div className="pb-2">
      <Notice tone="warning">{say(texts.budget.names[most.name], `${used}${resets}`)}</Notice>
    </div>
  );
}
