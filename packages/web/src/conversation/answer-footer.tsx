import { listCitedSources } from '@ibid/core/internal/browser';
import { useParams } from '@tanstack/react-router';
import {
  Check,
  Copy,
  FileDown,
  GitFork,
  Layers,
  Link2,
  MoreHorizontal,
  RefreshCw,
  Route,
  Scale,
  Share2,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useConversation } from '../api/conversations.js';
import { fetchForClipboard, saveExport } from '../api/exports.js';
import { useModels } from '../api/library.js';
import { useSession } from '../api/session.js';
import type { AssistantMessageRow } from '../api/types.js';
import { useAnswerFeedback } from '../feedback/answer-feedback.js';
import { useCopy } from '../lib/use-copy.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import type { TextBlock, TurnView } from '@ibid/core/turn-view';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { Notice } from '../ui/notice.js';
import { answerAsText } from './answer-as-text.js';
import { useAskedWords } from './asked-line.js';
import { AnswerBalanceLine } from './answer-balance.js';
import { useConversationActions } from './conversation-actions.js';
import { SecondOpinions } from './second-opinions.js';
import { SiblingSwitch } from './sibling-switch.js';
import { SourceSummary } from './source-summary.js';
import { lazyPart } from '../lib/lazy-part.js';

const ShareAnswer = lazyPart(async () => (await import('./share-conversation.js')).ShareAnswer);

export function AnswerFooter(props: { message: AssistantMessageRow; view: TurnView; answers: TextBlock[] }) {
  const { message, view, answers } = props;
  const actions = useConversationActions();
  const { conversationId = '' } = useParams({ strict: false });
  const panel = usePanel();
  const { copied, copy } = useCopy();
  const feedback = useAnswerFeedback({ conversationId, turnId: message.turnId });
  const [isSharing, setSharing] = useState(false);
  const conversation = useConversation(conversationId).data;
  const isOwner = conversation?.isOwner === true;
  // In local mode there are no users without an account.
  const mayShare = useSession().data?.mode === 'login' && isOwner;
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => setProblem(messageOf(error)));
  const searched = view.blocks.some((block) => block.kind === 'tools');
  const citations = answers.flatMap((block) => block.citations);
  const claims = answers.flatMap((block) => (block.claims ?? []).map(({ text }) => text));
  return (
    <footer className="no-print flex flex-col gap-2">
      <AnswerBalanceLine
        answers={answers}
        onCheck={() => panel.open({ kind: 'proof', turnId: message.turnId })}
      />
      <SecondOpinions
        conversationId={conversationId}
        turnId={message.turnId}
        citations={citations}
        mayAsk={isOwner}
      />
      <SourceSummary sources={listCitedSources({ citations })} view={view} />
      <div className="-ms-1.5 flex flex-wrap items-center">
        <SiblingSwitch id={message.id} siblings={message.siblings} />
        <IconButton
          small
          label={copied ? texts.common.copied : texts.conversation.copy}
          onClick={() =>
            copy(
              // If the server is unreachable, use what the page has.
              fetchForClipboard(conversationId, message.id).catch(() => ({
                text: answerAsText(answers, texts.conversation.sourcesTitle),
              })),
            )
          }
        >
          {copied ? <Check size={15} /> : <Copy size={15} />}
        </IconButton>
        {conversation?.isOwner === false ? null : (
          <IconButton
            small
            label={texts.conversation.regenerate}
            onClick={() => attempt(actions.regenerate(message))}
          >
            <RefreshCw size={15} />
          </IconButton>
        )}
        {answers.length === 0 ? null : feedback.buttons}
        <IconButton
          small
          label={texts.conversation.context}
          onClick={() => panel.open({ kind: 'context', turnId: message.turnId })}
        >
          <Layers size={15} />
        </IconButton>
        {searched ? (
          <IconButton
            small
            label={texts.conversation.retrieval}
            onClick={() => panel.open({ kind: 'retrieval', turnId: message.turnId })}
          >
            <Route size={15} />
          </IconButton>
        ) : null}
        {claims.length === 0 ? null : (
          <IconButton
            small
            label={texts.against.title}
            onClick={() => panel.open({ kind: 'against', turnId: message.turnId, claims })}
          >
            <Scale size={15} />
          </IconButton>
        )}
        <Menu
          align="start"
          trigger={
            <IconButton small label={texts.conversation.more}>
              <MoreHorizontal size={15} />
            </IconButton>
          }
        >
          <MenuItem icon={<Link2 size={14} />} onSelect={() => copy(answerLink(conversationId, message.id))}>
            {texts.conversation.copyLink}
          </MenuItem>
          {mayShare ? (
            <MenuItem icon={<Share2 size={14} />} onSelect={() => setSharing(true)}>
              {texts.links.share}
            </MenuItem>
          ) : null}
          {(['docx', 'footnotes', 'html'] as const).map((format) => (
            <MenuItem
              key={format}
              icon={<FileDown size={14} />}
              onSelect={() => saveExport(conversationId, format, message.id)}
            >
              {texts.conversation.saveAs[format]}
            </MenuItem>
          ))}
          <MenuItem icon={<GitFork size={14} />} onSelect={() => attempt(actions.fork(message.id))}>
            {texts.conversation.fork}
          </MenuItem>
        </Menu>
        <Applied modelId={view.modelId} asked={message.asked} />
        {view.usage === null || view.usage.inputTokens === 0 ? null : (
          <span className="ms-2 text-xs text-soft opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
            {texts.conversation.usage(view.usage.inputTokens, view.usage.outputTokens)}
            {view.costUsd === null || view.costUsd === 0 ? '' : ` · $${view.costUsd.toFixed(4)}`}
          </span>
        )}
      </div>
      {feedback.below}
      {isSharing ? (
        <Suspense fallback={null}>
          <ShareAnswer
            conversationId={conversationId}
            messageId={message.id}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </footer>
  );
}

/** WEB-9: which model and agent wrote this, and within which scope, since choices and models change. */
function Applied({ modelId, asked }: { modelId: string | null; asked: AssistantMessageRow['asked'] }) {
  const models = useModels().data?.rows ?? [];
  const words = useAskedWords(asked);
  const name = models.find((model) => model.id === modelId)?.name ?? modelId;
  const all = [
    ...(name ? [name] : []),
    ...(asked.scope.length === 0 ? [texts.composer.everything] : []),
    ...words,
  ];
  return (
    <span data-testid="applied" className="ms-1.5 max-w-96 truncate text-xs text-soft">
      {all.join(' · ')}
    </span>
  );
}

/** ANS-4: a link to this answer, for those who may read the conversation. */
function answerLink(conversationId: string, messageId: string): string {
  return `${window.location.origin}/c/${conversationId}?leaf=${messageId}#message-${messageId}`;
}
