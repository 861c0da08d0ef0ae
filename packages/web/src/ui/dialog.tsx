import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.js';
import { IconButton } from './icon-button.js';

/**
 * A modal dialog. The shade is a plain element of our own: Radix's overlay writes a style tag, which the page's
 * Content-Security-Policy refuses.
 */
export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-shade" aria-hidden="true" />
        <Radix.Content
          {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
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
