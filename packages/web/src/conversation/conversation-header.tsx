import { Link } from '@tanstack/react-router';
import {
  BookOpenText,
  FileBox,
  FileDown,
  FolderClosed,
  PanelLeft,
  Printer,
  Share,
  Users,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { saveExport } from '../api/exports.js';
import { useProjects } from '../api/projects.js';
import { useSession } from '../api/session.js';
import type { Conversation, MessageBranch } from '../api/types.js';
import { usePanel } from '../panel/panel-context.js';
import { useShell } from '../shell/shell-context.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { lazyPart } from '../lib/lazy-part.js';

const ShareConversation = lazyPart(async () => (await import('./share-conversation.js')).ShareConversation);

const exportFormats = ['docx', 'footnotes', 'html', 'bibtex', 'csl', 'json'] as const;

export function ConversationHeader(props: {
  conversation: Conversation | undefined;
  branch: MessageBranch | undefined;
}) {
  const { conversation } = props;
  // Until the first answer gives it a title, and if that answer failed, the question is used.
  const question = props.branch?.messages[0]?.text.trim().slice(0, 120);
  const title = conversation?.title || question || texts.navigation.untitled;
  const shell = useShell();
  const panel = usePanel();
  const [isSharing, setSharing] = useState(false);
  // With a single user, there is nobody to share with.
  const mayShare = useSession().data?.mode === 'login' && conversation?.isOwner;
  const answers = props.branch?.messages.filter(({ role }) => role === 'assistant') ?? [];
  const lastAnswerId = props.branch?.runningTurnId == null ? (answers.at(-1)?.id ?? null) : null;
  const toggle = (kind: 'sources' | 'references') => {
    if (panel.content?.kind === kind) panel.close();
    else panel.open(kind === 'sources' ? { kind } : { kind, name: null });
  };
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b px-3 print:mx-auto print:h-auto print:max-w-3xl print:border-0 print:px-4">
      {shell.sidebarOpen ? null : (
        <IconButton label={texts.navigation.openSidebar} onClick={shell.toggleSidebar} className="no-print">
          <PanelLeft size={18} />
        </IconButton>
      )}
      <div className="min-w-0 flex-1 px-2">
        <ProjectLink projectId={conversation?.projectId ?? null} />
        <h1
          className="truncate font-serif text-lg leading-tight print:text-2xl print:whitespace-normal"
          title={title}
        >
          <bdi>{title}</bdi>
        </h1>
      </div>
      <div className="no-print flex gap-1">
        <IconButton
          label={texts.conversation.sources}
          active={panel.content?.kind === 'sources'}
          onClick={() => toggle('sources')}
        >
          <BookOpenText size={18} />
        </IconButton>
        <IconButton
          label={texts.conversation.references}
          active={panel.content?.kind === 'references'}
          onClick={() => toggle('references')}
        >
          <FileBox size={18} />
        </IconButton>
        {mayShare ? (
          <IconButton label={texts.conversation.share} onClick={() => setSharing(true)}>
            <Users size={17} />
          </IconButton>
        ) : null}
        <Menu
          trigger={
            <IconButton label={texts.conversation.export}>
              <Share size={17} />
            </IconButton>
          }
        >
          {exportFormats.map((format) => (
            <MenuItem
              key={format}
              icon={<FileDown size={14} />}
              onSelect={() => conversation !== undefined && saveExport(conversation.id, format)}
            >
              {texts.conversation.saveAs[format]}
            </MenuItem>
          ))}
          <MenuItem icon={<Printer size={14} />} onSelect={() => window.print()}>
            {texts.conversation.print}
          </MenuItem>
        </Menu>
      </div>
      {mayShare && isSharing ? (
        <Suspense fallback={null}>
          <ShareConversation
            conversation={conversation}
            answerId={lastAnswerId}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      ) : null}
    </header>
  );
}

/** WEB-9: a link to the conversation's project. */
function ProjectLink({ projectId }: { projectId: string | null }) {
  const project = useProjects().data?.rows.find(({ id }) => id === projectId);
  if (project === undefined) return null;
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.id }}
      className="flex max-w-full items-center gap-1 text-xs text-soft hover:text-ink"
    >
      <FolderClosed size={12} className="shrink-0 text-accent" />
      <bdi className="truncate">{project.name}</bdi>
    </Link>
  );
}
