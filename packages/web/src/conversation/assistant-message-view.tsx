import { useParams } from '@tanstack/react-router';
import { Layers, Route } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { AssistantMessageRow, UserMessageRow } from '../api/types.js';
import { JudgedTurnContext } from '../feedback/judged-turn.js';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import type { TextBlock, TurnView } from '@ibid/core/turn-view';
import { useLiveTurn } from '../turn/use-live-turn.js';
import { AnswerAgainst } from './answer-against.js';
import { AnswerFooter } from './answer-footer.js';
import { AnswerRepairNote } from './answer-repair-note.js';
import { CorrectedSearch } from './corrected-search.js';
import { PrintedSources } from './printed-sources.js';
import { QuestionForm } from './question-form.js';
import { Timeline } from './timeline.js';
import { TurnNotices } from './turn-notices.js';
import { Waiting } from './waiting.js';
import { WidenScope } from './widen-scope.js';

export const AssistantMessageView = memo(function AssistantMessageView(props: {
  message: AssistantMessageRow;
  isLast: boolean;
  /** The message it answers. */
  asked: UserMessageRow | null;
}) {
  const { message } = props;
  const live = useLiveTurn(message.turnId, message.status === 'running', message.view);
  // Keep what this tab streamed after the end: the stored view would be the same, drawn again.
  const view = live === null || live.refused || live.view.seq < message.view.seq ? message.view : live.view;
  const running = view.status === 'running' && message.status === 'running';
  const { conversationId } = useParams({ strict: false });
  // No feedback until it is complete.
  const judged = useMemo(
    () => (running || conversationId === undefined ? null : { conversationId, turnId: message.turnId }),
    [running, conversationId, message.turnId],
  );
  const answers = view.blocks.filter(
    (block): block is TextBlock => block.kind === 'text' && !isNarration(block, view),
  );
  const steps = view.blocks.filter((block) => block.kind !== 'text' || isNarration(block, view));
  return (
    <JudgedTurnContext value={judged}>
      <article
        aria-label={texts.conversation.assistant}
        aria-busy={running}
        className="group flex flex-col gap-3 pt-2"
        data-testid="answer"
      >
        {steps.length === 0 ? null : (
          <div className={running ? 'relative pe-16' : ''}>
            <Timeline steps={steps} running={running} live={live !== null} turnId={message.turnId} />
            {running ? <LiveLinks turnId={message.turnId} /> : null}
          </div>
        )}
        {answers.map((block) => (
          <div key={block.index} className="flex flex-col gap-3">
            <AnswerMarkdown
              text={block.text}
              citations={block.citations}
              claims={block.claims}
              streaming={running && !block.done}
            />
            {block.repair === undefined ? null : <AnswerRepairNote repair={block.repair} />}
          </div>
        ))}
        {live?.connected === false && running ? (
          <Notice tone="warning">{texts.conversation.reconnecting}</Notice>
        ) : running ? (
          <Waiting view={view} />
        ) : null}
        {running ? null : (
          <>
            {view.question !== null && props.isLast ? <QuestionForm question={view.question} /> : null}
            <CorrectedSearch view={view} asked={props.asked} />
            <WidenScope message={message} view={view} answers={answers} />
            <TurnNotices view={view} message={message} isLast={props.isLast} />
            <AnswerFooter message={message} view={view} answers={answers} />
            {answers.map((block) => (
              <AnswerAgainst key={block.index} claims={block.against} />
            ))}
            <PrintedSources answers={answers} />
          </>
        )}
      </article>
    </JudgedTurnContext>
  );
});

/**
 * The end of a block says whether it is narration; until then, text already followed by calls can only be that. Calls
 * after the end of the answer examine its claims.
 */
function isNarration(block: TextBlock, view: TurnView): boolean {
  if (block.done) return block.narration;
  return view.blocks.some((other) => other.kind === 'tools' && other.index > block.index);
}

/**
 * Links to the context and the search while the turn runs; afterwards the footer has both. Next to the steps, so
 * growing text does not move them.
 */
function LiveLinks({ turnId }: { turnId: string }) {
  const panel = usePanel();
  return (
    <div className="no-print absolute end-0 top-0 flex">
      <IconButton
        small
        label={texts.conversation.context}
        onClick={() => panel.open({ kind: 'context', turnId })}
      >
        <Layers size={15} />
      </IconButton>
      <IconButton
        small
        label={texts.conversation.retrieval}
        onClick={() => panel.open({ kind: 'retrieval', turnId })}
      >
        <Route size={15} />
      </IconButton>
    </div>
  );
}
