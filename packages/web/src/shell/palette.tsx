import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useConversations } from '../api/conversations.js';
import { useMentions } from '../composer/use-mentions.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { toggleTheme } from './theme.js';
import { focusComposer } from './use-shortcuts.js';

const pages = () =>
  [
    ['/knowledge', texts.navigation.knowledge],
    ['/tables', texts.navigation.tables],
    ['/reports', texts.navigation.reports],
    ['/projects', texts.navigation.projects],
    ['/agents', texts.navigation.agents],
    ['/settings', texts.navigation.settings],
  ] as const;

export function Palette(props: {
  view: 'commands' | 'shortcuts';
  onClose: () => void;
  onView: (view: 'commands' | 'shortcuts') => void;
}) {
  if (props.view === 'shortcuts') {
    return (
      <Dialog open onOpenChange={props.onClose} title={texts.palette.shortcuts}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {texts.palette.shortcutList.map(([keys, meaning]) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="rounded-md border bg-panel px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    );
  }
  return <CommandPalette {...props} />;
}

function CommandPalette(props: { onClose: () => void; onView: (view: 'shortcuts') => void }) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const conversations = useConversations({ query: query.trim() });
  const rows = conversations.data?.pages[0]?.rows ?? [];
  const documents = useMentions(query.trim() === '' ? null : query);
  const run = (action: () => void) => () => {
    props.onClose();
    action();
  };
  return (
    <Radix.Root open onOpenChange={props.onClose}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-shade" aria-hidden="true" />
        <Radix.Content
          aria-describedby={undefined}
          className="animate-appear fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-2xl border bg-raised shadow-2xl"
        >
          <Radix.Title className="sr-only">{texts.palette.title}</Radix.Title>
          <Command label={texts.palette.title} loop>
            <Command.Input
              autoFocus
              value={query}
              onValueChange={setQuery}
              placeholder={texts.palette.placeholder}
              className="w-full border-b bg-transparent px-4 py-3.5 outline-none"
            />
            <Command.List className="scroll-quiet max-h-[50vh] overflow-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-sm text-soft">
                {texts.palette.empty}
              </Command.Empty>
              <Group heading={texts.palette.actions}>
                <Entry onSelect={run(() => void navigate({ to: '/' }))}>
                  {texts.navigation.newConversation}
                </Entry>
                <Entry onSelect={run(() => setTimeout(focusComposer))}>{texts.palette.focusComposer}</Entry>
                <Entry onSelect={run(toggleTheme)}>{texts.palette.toggleTheme}</Entry>
                <Entry onSelect={() => props.onView('shortcuts')}>{texts.palette.shortcuts}</Entry>
              </Group>
              <Group heading={texts.palette.pages}>
                {pages().map(([to, label]) => (
                  <Entry key={to} onSelect={run(() => void navigate({ to }))}>
                    {label}
                  </Entry>
                ))}
              </Group>
              {documents.length === 0 ? null : (
                <Group heading={texts.palette.documents}>
                  {documents.map(({ value, label, hint }) => {
                    const [baseId = '', itemId] = value.split('/');
                    return (
                      <Entry
                        key={value}
                        value={`${label} ${value}`}
                        onSelect={run(() =>
                          itemId === undefined
                            ? void navigate({ to: '/knowledge/$baseId', params: { baseId } })
                            : void navigate({ to: '/items/$itemId', params: { itemId } }),
                        )}
                      >
                        <bdi className="truncate">{label}</bdi>
                        <span className="ms-auto shrink-0 ps-3 text-xs text-soft">{hint}</span>
                      </Entry>
                    );
                  })}
                </Group>
              )}
              {rows.length === 0 ? null : (
                <Group heading={texts.palette.conversations}>
                  {rows.slice(0, 20).map((row) => (
                    <Entry
                      key={row.id}
                      value={`${row.title} ${row.id}`}
                      onSelect={run(
                        () => void navigate({ to: '/c/$conversationId', params: { conversationId: row.id } }),
                      )}
                    >
                      <bdi className="truncate">{row.title || texts.navigation.untitled}</bdi>
                    </Entry>
                  ))}
                </Group>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Command.Group>
  );
}

function Entry(props: { value?: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      {...(props.value === undefined ? {} : { value: props.value })}
      onSelect={props.onSelect}
      className="flex min-h-9 cursor-pointer items-center rounded-lg px-3 text-sm data-[selected=true]:bg-panel"
    >
      {props.children}
    </Command.Item>
  );
}
