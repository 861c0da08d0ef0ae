import { useBudget } from '../api/budget.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';

/** From this share on a person is told. */
const NEARLY = 0.8;

/** ORG-5: shown before a budget is used up, with when it begins anew. */
export function BudgetNotice({ runningTurnId }: { runningTurnId: string | null }) {
  const rows = useBudget(runningTurnId).data?.rows ?? [];
  const shares = rows.flatMap((row) =>
    row.limit === null || row.resetsAt === null
      ? []
      : [{ ...row, limit: row.limit, share: row.limit === 0 ? 1 : row.used / row.limit, at: row.resetsAt }],
  );
  const [most] = shares
    .filter(({ share }) => share >= NEARLY)
    .toSorted((one, other) => other.share - one.share);
  if (!most) return null;
  const say = most.share >= 1 ? texts.budget.spent : texts.budget.nearly;
  const used = texts.budget.used(most.name, most.used, most.limit);
  const resets = texts.budget.resets(new Date(most.at).toLocaleString(dateLocale()));
  return (
    <div className="pb-2">
      <Notice tone="warning">{say(texts.budget.names[most.name], `${used}; ${resets}`)}</Notice>
    </div>
  );
}
