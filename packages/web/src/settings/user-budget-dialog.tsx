import { useSetUserBudget, useUserBudget } from '../api/budget.js';
import type { UserRow } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { QueryState } from '../ui/query-state.js';
import { BudgetForm } from './budget-form.js';
import { StandingList } from './standing-list.js';

/** ORG-5: a user's limits and usage. */
export function UserBudgetDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const budget = useUserBudget(user.id);
  const save = useSetUserBudget();
  return (
    <Dialog open onOpenChange={onClose} title={texts.budget.personOf(user.name)}>
      <QueryState query={budget}>
        {({ own, rows }) => (
          <div className="flex flex-col gap-6">
            <StandingList rows={rows} />
            <p className="text-sm text-soft">{texts.budget.personHint}</p>
            <BudgetForm budget={own} onSave={(changed) => save(user.id, changed)} />
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}
