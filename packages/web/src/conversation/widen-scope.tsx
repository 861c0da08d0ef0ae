import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { answerFound } from '@ibid/core/citations';
import type { TextBlock, TurnView } from '@ibid/core/turn-view';
import { messageOf } from '../api/api-error.js';
import type { AssistantMessageRow } from '../api/types.js';
import { useScopeNames } from '../composer/use-scope-names.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';

/** WEB-9: for an answer that found nothing, or nothing precise, within its scope: one click searches everywhere. */
export function WidenScope(props: { message: AssistantMessageRow; view: TurnView; answers: TextBlock[] }) {
  const { message, view, answers } = props;
  const actions = useConversationActions();
  const [problem, setProblem] = useState<string | null>(null);
  const names = useScopeNames(message.asked.scope);
  const rests = answers.some((block) => block.citations.some((citation) => citation.itemId !== null));
  const searched = view.blocks.some((block) => block.kind === 'tools');
  const isNear = rests && answers.some((block) => answerFound(block.text) === 'no');
  if (message.asked.scope.length === 0 || (rests && !isNear) || !searched) return null;
  const where = names.join(', ');
  return (
    <Notice
      title={isNear ? texts.conversation.noAnswerIn(where) : texts.conversation.nothingIn(where)}
      action={
        <Button
          variant="primary"
          icon={<SearchX size={15} />}
          onClick={() => void actions.widen(message).catch((error: unknown) => setProblem(messageOf(error)))}
        >
          {texts.conversation.widen}
        </Button>
      }
    >
      {problem ?? texts.conversation.widenHint}
    </Notice>
  );
}
