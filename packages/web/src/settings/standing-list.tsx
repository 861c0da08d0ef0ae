import type { Standing } from '../api/budget.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { ProgressBar } from '../ui/progress-bar.js';

/** ORG-5: a bar for each limit; unlimited values as a number. */
export function StandingList({ rows }: { rows: readonly Standing[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2" aria-label={texts.budget.own}>
      {rows.map(({ name, used, limit, resetsAt }) => (
        <li key={name}>
          <div className="flex items-baseline gap-3 text-sm">
            <span className="flex-1 font-medium">{texts.budget.names[name]}</span>
            <span className="tabular-nums">
              {limit === null ? texts.budget.usedAlone(name, used) : texts.budget.used(name, used, limit)}
            </span>
          </div>
          {limit === null ? null : (
            <>
              <ProgressBar
                share={limit === 0 ? 1 : Math.min(1, used / limit)}
                label={`${texts.budget.names[name]}: ${texts.budget.used(name, used, limit)}`}
              />
              {resetsAt === null ? null : (
                <p className="mt-1 text-xs text-soft">
                  {texts.budget.resets(new Date(resetsAt).toLocaleString(dateLocale()))}
                </p>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
