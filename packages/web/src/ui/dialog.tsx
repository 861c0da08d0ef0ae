import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.js';
import { IconButton } from './icon-button.js';

/**
 * A modal dialog with our own overlay: Radix's writes a style tag, which the page's Content-Security-Policy refuses.
 */
export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-shade" aria-hidden="true" />
        <Radix.Content
          {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          // Radix only knows its own triggers, and would leave the focus at the top of the page.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className={`animate-appear fixed inset-x-3 top-[8vh] z-50 mx-auto flex max-h-[84vh] flex-col overflow-hidden rounded-2xl border bg-paper shadow-2xl ${props.wide ? 'max-w-3xl' : 'max-w-lg'}`}
        >
          <div className="flex items-start gap-3 border-b px-5 py-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-serif text-lg font-semibold">{props.title}</Radix.Title>
              {props.description === undefined ? null : (
                <Radix.Description className="text-sm text-soft">{props.description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={texts.common.close} small>
                <X size={16} />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="scroll-quiet min-h-0 flex-1 overflow-auto px-5 py-4">{props.children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The element to return the focus to. A menu is closed by then, so its trigger is used. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role=menu]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement ? opener : null;
}
