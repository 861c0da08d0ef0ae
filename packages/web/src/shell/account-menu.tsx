import { useQueryClient } from '@tanstack/react-query';
import { CircleUserRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { request } from '../api/request.js';
import type { Session, SessionUser } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { forgetTray } from '../uploads/tray.js';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.js';
import { useTheme } from './theme.js';

export function AccountMenu({ session, user }: { session: Session; user: SessionUser }) {
  const client = useQueryClient();
  const { setTheme } = useTheme();
  // In local mode the server has an English name for the user.
  const isLocal = session.mode === 'local';
  const name = isLocal ? texts.conversation.you : user.name;
  const logout = async () => {
    const answer = await request('POST /api/logout', {});
    client.clear();
    forgetTray();
    // Also ends the session at the provider, or the next person here would get in without logging in.
    window.location.assign(answer?.endSessionUrl ?? '/');
  };
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={isLocal ? name : texts.navigation.account(name)}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-sm text-soft hover:bg-raised hover:text-ink"
        >
          <CircleUserRound size={17} />
          <span className="min-w-0 flex-1 truncate text-start">{name}</span>
        </button>
      }
    >
      <MenuItem icon={<Monitor size={15} />} onSelect={() => setTheme('system')}>
        {texts.navigation.themeSystem}
      </MenuItem>
      <MenuItem icon={<Sun size={15} />} onSelect={() => setTheme('light')}>
        {texts.navigation.themeLight}
      </MenuItem>
      <MenuItem icon={<Moon size={15} />} onSelect={() => setTheme('dark')}>
        {texts.navigation.themeDark}
      </MenuItem>
      {session.mode === 'local' ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={<LogOut size={15} />} onSelect={() => void logout()}>
            {texts.navigation.logout}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
