import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Session, SessionUser } from '../api/types.js';
import { classNames } from '../lib/class-names.js';
import { readStored, writeStored } from '../lib/stored.js';
import { useHasDrawer } from '../lib/use-media.js';
import { texts } from '../texts/texts.js';
import { DropAnywhere } from '../uploads/drop-anywhere.js';
import { UploadTray } from '../uploads/upload-tray.js';
import { ShellContext } from './shell-context.js';
import { Sidebar } from './sidebar.js';
import { useShortcuts } from './use-shortcuts.js';
import { lazyPart } from '../lib/lazy-part.js';

const Palette = lazyPart(async () => (await import('./palette.js')).Palette);

/** Sidebar and content. On a narrow screen the sidebar is a drawer over the content. */
export function Frame({ session, user }: { session: Session; user: SessionUser }) {
  const hasDrawer = useHasDrawer();
  const [wideOpen, setWideOpen] = useState(() => readStored('sidebar') !== 'closed');
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [palette, setPalette] = useState<'closed' | 'commands' | 'shortcuts'>('closed');
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => setDrawerOpen(false), [path]);

  const sidebarOpen = hasDrawer ? drawerOpen : wideOpen;
  const toggleSidebar = useCallback(() => {
    if (hasDrawer) setDrawerOpen((open) => !open);
    else {
      setWideOpen((open) => {
        writeStored('sidebar', open ? 'closed' : null);
        return !open;
      });
    }
  }, [hasDrawer]);
  const shell = useMemo(
    () => ({ sidebarOpen, toggleSidebar, openPalette: () => setPalette('commands') }),
    [sidebarOpen, toggleSidebar],
  );
  useShortcuts({
    onPalette: shell.openPalette,
    onShortcuts: () => setPalette('shortcuts'),
    onSidebar: toggleSidebar,
  });

  return (
    <ShellContext value={shell}>
      <a href="#content" className="sr-only z-50 rounded-lg bg-raised p-3 focus:not-sr-only focus:absolute">
        {texts.navigation.skip}
      </a>
      <div className="print-flow flex h-full">
        {hasDrawer && drawerOpen ? (
          <div className="fixed inset-0 z-30 bg-shade" aria-hidden="true" onClick={toggleSidebar} />
        ) : null}
        <div
          inert={!sidebarOpen}
          className={classNames(
            'no-print z-30 h-full w-72 shrink-0 border-e bg-panel',
            hasDrawer && 'fixed inset-y-0 start-0 transition-transform',
            hasDrawer && drawerOpen && 'shadow-2xl',
            hasDrawer && !drawerOpen && '-translate-x-full',
            !hasDrawer && !wideOpen && 'hidden',
          )}
        >
          <Sidebar session={session} user={user} />
        </div>
        <div className="print-flow flex min-w-0 flex-1 flex-col">
          <div id="content" className="print-flow flex min-h-0 flex-1" tabIndex={-1}>
            <Outlet />
          </div>
          <UploadTray />
        </div>
      </div>
      <DropAnywhere />
      {palette === 'closed' ? null : (
        <Suspense fallback={null}>
          <Palette view={palette} onClose={() => setPalette('closed')} onView={setPalette} />
        </Suspense>
      )}
    </ShellContext>
  );
}
