import { Suspense, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useFeedback } from '../api/feedback.js';
import type { ChosenMark } from '../api/feedback.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import type { JudgedTurn } from './judged-turn.js';
import { Thumbs } from './thumbs.js';
import { lazyPart } from '../lib/lazy-part.js';

const FeedbackForm = lazyPart(async () => (await import('./feedback-form.js')).FeedbackForm);

/** ANS-5: two thumbs among an answer's buttons. */
export function useAnswerFeedback(judged: JudgedTurn) {
  const { feedback, change } = useFeedback(judged.conversationId, judged.turnId);
  const [isOpen, setOpen] = useState(false);
  const verdict = feedback?.verdict ?? null;
  const say = (next: ChosenMark | null) => {
    change.mutate({ verdict: next });
    setOpen(next !== null);
  };
  const buttons = (
    <>
      <Thumbs labels={texts.feedback.answerMarks} value={verdict} onChange={say} />
      {verdict === null || isOpen ? null : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="rounded-md px-1 text-xs text-soft underline-offset-2 hover:text-ink hover:underline"
        >
          {texts.feedback.why}
        </button>
      )}
    </>
  );
  const form =
    feedback === null || verdict === null || !isOpen ? null : (
      <Suspense fallback={null}>
        <FeedbackForm
          key={verdict}
          feedback={feedback}
          onSave={(said) => change.mutateAsync(said).then(() => setOpen(false))}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    );
  const problem =
    change.error === null || isOpen ? null : <Notice tone="error">{messageOf(change.error)}</Notice>;
  return { buttons, below: form ?? problem };
}
