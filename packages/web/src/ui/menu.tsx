import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.js';

/** Not modal: the modal form locks scrolling with a style tag, which the Content-Security-Policy refuses. */
export function Menu(props: { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={props.align ?? 'end'}
          sideOffset={4}
          collisionPadding={8}
          className="animate-appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-auto rounded-xl border bg-raised p-1 shadow-lg"
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem(props: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Radix.Item
      {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
      onSelect={props.onSelect}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-panel',
        props.danger ? 'text-unsupported' : 'text-ink',
      )}
    >
      <span className="flex w-4 justify-center text-soft">{props.icon}</span>
      {props.children}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
