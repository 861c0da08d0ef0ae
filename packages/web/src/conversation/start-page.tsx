import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { PanelLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { conversationsKey, createConversation, messagesKey } from '../api/conversations.js';
import { useKnowledgeBases } from '../api/library.js';
import { useOwnSettings } from '../api/settings.js';
import { requestTurn } from '../api/turns.js';
import type { TurnRequest } from '../api/turns.js';
import type { FileRow } from '../api/types.js';
import type { Choices } from '../composer/choices.js';
import { Composer } from '../composer/composer.js';
import { prefillComposer } from '../composer/prefill.js';
import { isSample } from '../lib/is-sample.js';
import { PanelContext } from '../panel/panel-context.js';
import { usePanelState } from '../panel/use-panel-state.js';
import { SidePanel } from '../panel/side-panel.js';
import { useShell } from '../shell/shell-context.js';
import { focusComposer, isTyping } from '../shell/use-shortcuts.js';
import { Wordmark } from '../shell/wordmark.js';
import { texts } from '../texts/texts.js';
import { watchTurn } from '../turn/use-live-turn.js';
import { IconButton } from '../ui/icon-button.js';
import { FirstDocuments, MoreDocuments } from './first-documents.js';
import { ModelBar } from './model-bar.js';
import { optimisticBranch } from './optimistic-branch.js';
import { SampleQuestions } from './sample-questions.js';

/** Where a conversation begins. The server creates it with the first message. */
export function StartPage() {
  const { agent, project, scope, ask } = useSearch({ from: '/' });
  useEffect(() => {
    if (ask !== undefined) prefillComposer(ask);
  }, [ask]);
  return (
    <Start
      key={`${agent}-${project}-${scope}`}
      given={{
        agentId: agent ?? null,
        projectId: project ?? null,
        modelId: null,
        scope: scope === undefined ? [] : [scope],
      }}
    />
  );
}

function Start({ given }: { given: Choices }) {
  const [choices, setChoices] = useState(given);
  const navigate = useNavigate();
  const client = useQueryClient();
  const shell = useShell();
  const bases = useKnowledgeBases();
  const off = useOwnSettings().data?.user.disabledKnowledgeBases ?? [];
  const visible = (bases.data?.rows ?? []).filter(
    (base) => base.kind === 'standard' && !off.includes(base.id),
  );
  const own = visible.filter((base) => base.items > 0 && !isSample(base));
  const isEmpty = bases.isSuccess && visible.every((base) => base.items === 0);

  const send = async (request: TurnRequest, files: FileRow[]) => {
    const wasTyping = isTyping(document.activeElement);
    const conversation = await createConversation(choices);
    const turn = await requestTurn(conversation.id, request);
    void watchTurn(turn.turnId);
    client.setQueryData(
      [...messagesKey(conversation.id), null],
      optimisticBranch({ branch: undefined, turn, request, files, now: new Date().toISOString() }),
    );
    void client.invalidateQueries({ queryKey: conversationsKey });
    await navigate({ to: '/c/$conversationId', params: { conversationId: conversation.id } });
    // The conversation page has its own field; move the focus there if the user was typing.
    if (wasTyping) requestAnimationFrame(focusComposer);
  };

  const panel = usePanelState();
  // Focus the field at once, but not on a touch screen, where that would open the keyboard.
  useEffect(() => {
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (!isTouch && !isTyping(document.activeElement)) focusComposer();
  }, []);

  return (
    <PanelContext value={panel}>
      <main className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-14 shrink-0 items-center px-3">
          {shell.sidebarOpen ? null : (
            <IconButton label={texts.navigation.openSidebar} onClick={shell.toggleSidebar}>
              <PanelLeft size={18} />
            </IconButton>
          )}
        </div>
        <div className="scroll-quiet flex min-h-0 flex-1 flex-col overflow-y-auto pb-[8vh]">
          {/* Free space above and below: centred content that is too tall would lose its top. */}
          <div className="mx-auto mt-auto w-full max-w-3xl px-6 pb-6 text-center">
            <Wordmark large />
            <h1 className="mt-5 font-serif text-2xl text-balance sm:text-3xl">{texts.start.title}</h1>
            <p className="mx-auto mt-2 max-w-lg text-sm text-balance text-soft">{texts.start.subtitle}</p>
          </div>
          <div className="mx-auto w-full max-w-3xl px-3 sm:px-6">
            <ModelBar />
          </div>
          <Composer
            draftKey="new"
            conversationId={null}
            choices={choices}
            onChoices={(change) => setChoices((known) => ({ ...known, ...change }))}
            position={() => Promise.resolve({ parentMessageId: null, choices })}
            runningTurnId={null}
            onSend={send}
          />
          <div className="mx-auto mb-auto w-full max-w-3xl px-3 sm:px-6">
            {isEmpty ? (
              <FirstDocuments />
            ) : (
              <>
                <SampleQuestions bases={own.length > 0 ? own : visible} />
                <MoreDocuments />
              </>
            )}
          </div>
        </div>
      </main>
      <SidePanel conversationId="" leaf={null} />
    </PanelContext>
  );
}
