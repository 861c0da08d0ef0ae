import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../api/session.js';
import { leftBehindKey, useUsers, usersKey } from '../api/users.js';
import type { UserRow } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { IconButton } from '../ui/icon-button.js';
import { QueryState } from '../ui/query-state.js';
import { DeleteUserDialog } from './delete-user-dialog.js';
import { IdentityProvidersSection } from './identity-providers-section.js';
import { LeftBehindSection } from './left-behind-section.js';
import { RequiredFactorSection } from './required-factor-section.js';
import { Section } from './section.js';
import { UserBudgetDialog } from './user-budget-dialog.js';
import { UserDialog } from './user-dialog.js';

export function UsersSection() {
  const users = useUsers();
  const client = useQueryClient();
  const own = useSession().data?.user?.id;
  const [editing, setEditing] = useState<UserRow | 'new' | null>(null);
  const [deleting, setDeleting] = useState<UserRow | null>(null);
  const [budgeting, setBudgeting] = useState<UserRow | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: usersKey });
  return (
    <>
      <Section
        title={texts.settings.sections.users}
        hint={texts.settings.usersHint}
        actions={
          <Button variant="primary" icon={<Plus size={16} />} onClick={() => setEditing('new')}>
            {texts.settings.addUser}
          </Button>
        }
      >
        <QueryState query={users}>
          {({ rows }) => (
            <ul className="flex flex-col">
              {rows.map((user) => (
                <li
                  key={user.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2.5 last:border-b-0"
                >
                  <span className="min-w-0 flex-1 basis-40">
                    <bdi className="block truncate font-medium">{user.name}</bdi>
                    <span className="block truncate text-xs text-soft">
                      {[
                        texts.settings.roles[user.role],
                        ...user.groups,
                        user.secondFactor ? texts.factor.short : '',
                        user.disabled ? texts.settings.disabled : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span className="flex items-center gap-x-3">
                    <Button onClick={() => setBudgeting(user)}>{texts.budget.person}</Button>
                    <Button onClick={() => setEditing(user)}>{texts.common.edit}</Button>
                    {user.id === own ? null : (
                      <IconButton
                        label={`${texts.settings.deleteUser}: ${user.name}`}
                        onClick={() => setDeleting(user)}
                      >
                        <Trash2 size={16} />
                      </IconButton>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        {editing === null ? null : (
          <UserDialog
            user={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
            onSaved={refresh}
          />
        )}
        {budgeting === null ? null : <UserBudgetDialog user={budgeting} onClose={() => setBudgeting(null)} />}
        {deleting === null ? null : (
          <DeleteUserDialog
            user={deleting}
            onClose={() => setDeleting(null)}
            onDeleted={async () => {
              await refresh();
              await client.invalidateQueries({ queryKey: leftBehindKey });
            }}
          />
        )}
      </Section>
      <RequiredFactorSection />
      <IdentityProvidersSection />
      <LeftBehindSection />
    </>
  );
}
