import { PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShell } from '../shell/shell-context.js';
import { classNames } from '../lib/class-names.js';
import { texts } from '../texts/texts.js';
import { IconButton } from './icon-button.js';

/** The frame of every page except conversations. */
export function Page(props: {
  title: string;
  subtitle?: string;
  /** Above its title: what it belongs to. */
  above?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const shell = useShell();
  return (
    <main className="print-flow scroll-quiet min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-5xl px-4 pb-16 sm:px-8">
        <header className="flex flex-wrap items-start gap-3 pt-5 pb-6">
          {shell.sidebarOpen ? null : (
            <IconButton label={texts.navigation.openSidebar} onClick={shell.toggleSidebar} className="-ms-2">
              <PanelLeft size={18} />
            </IconButton>
          )}
          <div className="min-w-0 flex-1 basis-60">
            {props.above}
            <h1
              className={classNames(
                'font-serif leading-tight break-words',
                // A question as a title would fill half a phone screen.
                props.title.length > 60 ? 'text-xl sm:text-[1.7rem]' : 'text-[1.7rem]',
              )}
            >
              <bdi>{props.title}</bdi>
            </h1>
            {props.subtitle === undefined || props.subtitle === '' ? null : (
              <p className="mt-1 text-sm break-words text-soft">{props.subtitle}</p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">{props.actions}</div>
        </header>
        {props.children}
      </div>
    </main>
  );
}
