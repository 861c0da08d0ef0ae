import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Library, PanelLeft } from 'lucide-react';
import { conversationsKey, createConversation, messagesKey } from '../api/conversations.js';
import { fetchItems, useKnowledgeBases } from '../api/library.js';
import type { KnowledgeBaseRow } from '../api/library.js';
import { startTurn } from '../api/turns.js';
import type { TurnRequest } from '../api/turns.js';
import type { FileRow } from '../api/types.js';
import { Composer } from '../composer/composer.js';
import { prefillComposer } from '../composer/prefill.js';
import { useShell } from '../shell/shell-context.js';
import { Wordmark } from '../shell/wordmark.js';
import { texts } from '../texts/en.js';
import { followTurn } from '../turn/use-live-turn.js';
import { IconButton } from '../ui/icon-button.js';
import { optimisticBranch } from './optimistic-branch.js';

/** Where a conversation begins. It is made on the server with its first message, not before. */
export function StartPage() {
  const { agent, project, scope } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const shell = useShell();
  const bases = useKnowledgeBases();
  const visible = (bases.data?.rows ?? []).filter((base) => base.kind === 'standard');
  const scoped = visible.find((base) => base.id === scope?.split('/')[0]);
  const isEmpty = bases.isSuccess && visible.every((base) => base.items === 0);

  const send = async (request: TurnRequest, files: FileRow[]) => {
    const conversation = await createConversation({
      ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
      ...(project === undefined ? {} : { projectId: project }),
    });
    const turn = await startTurn(conversation.id, request);
    followTurn(turn.turnId);
    client.setQueryData(
      [...messagesKey(conversation.id), null],
      optimisticBranch({ branch: undefined, turn, request, files, now: new Date().toISOString() }),
    );
    void client.invalidateQueries({ queryKey: conversationsKey });
    await navigate({ to: '/c/$conversationId', params: { conversationId: conversation.id } });
  };

  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-14 shrink-0 items-center px-3">
        {shell.sidebarOpen ? null : (
          <IconButton label={texts.navigation.openSidebar} onClick={shell.toggleSidebar}>
            <PanelLeft size={18} />
          </IconButton>
        )}
      </div>
      <div className="scroll-quiet flex min-h-0 flex-1 flex-col justify-center overflow-y-auto pb-[8vh]">
        <div className="mx-auto w-full max-w-3xl px-6 pb-6 text-center">
          <Wordmark large />
          <h1 className="mt-5 font-serif text-2xl text-balance sm:text-3xl">{texts.start.title}</h1>
          <p className="mx-auto mt-2 max-w-lg text-sm text-pretty text-soft">{texts.start.subtitle}</p>
        </div>
        <Composer
          key={`${agent}-${project}-${scope}`}
          draftKey="new"
          conversationId={null}
          agentId={agent ?? null}
          parentMessageId={null}
          runningTurnId={null}
          {...(scoped === undefined || scope === undefined
            ? {}
            : { initialScope: [{ value: scope, label: scoped.name, hint: '' }] })}
          onSend={send}
        />
        <div className="mx-auto w-full max-w-3xl px-3 sm:px-6">
          {isEmpty ? (
            <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-soft">
              <Library size={16} className="text-accent" />
              {texts.start.noKnowledge}
              <Link to="/knowledge" className="font-medium text-accent underline">
                {texts.start.addDocuments}
              </Link>
            </p>
          ) : (
            <SampleQuestions bases={visible} />
          )}
        </div>
      </div>
    </main>
  );
}

/** Questions about documents that are really there; choosing one writes it, so that it can be changed first. */
function SampleQuestions({ bases }: { bases: KnowledgeBaseRow[] }) {
  const base = bases.find((candidate) => candidate.items > 0);
  const items = useQuery({
    queryKey: ['sample-items', base?.id],
    queryFn: ({ signal }) => fetchItems(base?.id ?? '', { limit: 2 }, signal),
    enabled: base !== undefined,
    staleTime: 5 * 60_000,
  });
  const about = (items.data?.rows ?? []).slice(0, 2).map((item) => texts.start.about(item.title));
  const questions = [...about, ...texts.start.sampleQuestions].slice(0, 4);
  return (
    <div className="min-h-40">
      <h2 className="mb-2 text-center text-xs font-medium text-soft">{texts.start.samples}</h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => prefillComposer(question)}
              className="h-full w-full rounded-xl border bg-transparent px-4 py-3 text-start font-serif text-[0.95rem] leading-snug hover:border-line-strong hover:bg-raised"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
