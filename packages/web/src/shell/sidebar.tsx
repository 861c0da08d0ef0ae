import { Link } from '@tanstack/react-router';
import {
  Bot,
  Command,
  FileText,
  FolderClosed,
  Library,
  PanelLeft,
  Search,
  Settings,
  SquarePen,
  Table2,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import type { Session, SessionUser } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { AccountMenu } from './account-menu.js';
import { ConversationList } from './conversation-list.js';
import { useShell } from './shell-context.js';
import { Wordmark } from './wordmark.js';

export function Sidebar({ session, user }: { session: Session; user: SessionUser }) {
  const shell = useShell();
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query.trim());
  return (
    <nav aria-label={texts.navigation.label} className="flex h-full flex-col">
      <div className="flex items-center gap-1 px-3 pt-3 pb-2">
        <Link to="/" className="min-w-0 flex-1 rounded-md px-1">
          <Wordmark />
        </Link>
        <IconButton label={texts.navigation.palette} onClick={shell.openPalette}>
          <Command size={17} />
        </IconButton>
        <IconButton label={texts.navigation.closeSidebar} onClick={shell.toggleSidebar}>
          <PanelLeft size={18} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-2 px-3 pb-2">
        <Link
          to="/"
          className="flex min-h-10 items-center gap-2.5 rounded-lg border bg-raised px-3 text-sm font-medium hover:border-line-strong"
        >
          <SquarePen size={16} className="text-accent" />
          {texts.navigation.newConversation}
        </Link>
        <div className="relative">
          <Search size={15} className="pointer-events-none absolute start-3 top-2.5 text-soft" />
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder={texts.navigation.searchConversations}
            aria-label={texts.navigation.searchConversations}
            className="h-9 w-full rounded-lg bg-transparent ps-9 pe-2 text-sm hover:bg-raised focus:bg-raised"
          />
        </div>
      </div>
      <ConversationList query={deferred} />
      <div className="border-t p-2">
        <Entry to="/knowledge" icon={<Library size={17} />} label={texts.navigation.knowledge} />
        <Entry to="/tables" icon={<Table2 size={17} />} label={texts.navigation.tables} />
        <Entry to="/reports" icon={<FileText size={17} />} label={texts.navigation.reports} />
        <Entry to="/projects" icon={<FolderClosed size={17} />} label={texts.navigation.projects} />
        <Entry to="/agents" icon={<Bot size={17} />} label={texts.navigation.agents} />
        <Entry to="/settings" icon={<Settings size={17} />} label={texts.navigation.settings} />
        <AccountMenu session={session} user={user} />
      </div>
    </nav>
  );
}

function Entry(props: {
  to: '/knowledge' | '/tables' | '/reports' | '/projects' | '/agents' | '/settings';
  icon: ReactNode;
  label: string;
}) {
  return (
    <Link
      to={props.to}
      className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm text-soft hover:bg-raised hover:text-ink data-[status=active]:bg-raised data-[status=active]:font-medium data-[status=active]:text-ink"
    >
      {props.icon}
      {props.label}
    </Link>
  );
}
