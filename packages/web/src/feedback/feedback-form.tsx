import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { Body } from '@ibid/client/internal';
import { messageOf } from '../api/api-error.js';
import type { Feedback } from '../api/feedback.js';
import { useSession } from '../api/session.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextArea } from '../ui/field.js';
import { Notice } from '../ui/notice.js';

type Reason = NonNullable<Body<'PATCH /api/turns/{id}/feedback'>['reasons']>[number];

const reasonsFor: Record<NonNullable<Feedback['verdict']>, readonly Reason[]> = {
  wrong: [
    'wrong-fact',
    'incomplete',
    'not-in-documents',
    'wrong-document',
    'outdated',
    'off-topic',
    'unclear',
  ],
  right: ['complete', 'well-proven', 'clear'],
};

/** Optional reasons why an answer is right or wrong. The mark itself is already stored. */
export function FeedbackForm(props: {
  feedback: Feedback;
  onSave: (said: { reasons: Reason[]; comment: string; isShared: boolean }) => Promise<void>;
  onClose: () => void;
}) {
  const { feedback } = props;
  const title = useId();
  const [chosen, choose] = useState(feedback.reasons as Reason[]);
  const [comment, setComment] = useState(feedback.comment);
  const [isShared, share] = useState(feedback.isShared);
  const [problem, setProblem] = useState<string | null>(null);
  // In local mode there is nobody to share it with.
  const hasAdministrators = useSession().data?.mode === 'login';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props
      .onSave({ reasons: chosen, comment, isShared })
      .catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onClose();
      }}
      aria-labelledby={title}
      data-testid="feedback-form"
      className="flex max-w-xl flex-col gap-3 rounded-xl border bg-raised p-4"
    >
      <fieldset>
        <legend id={title} className="mb-2 text-sm font-medium">
          {texts.feedback.ask[feedback.verdict ?? 'wrong']}
        </legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {reasonsFor[feedback.verdict ?? 'wrong'].map((reason) => (
            <label key={reason} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={chosen.includes(reason)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, reason] : chosen.filter((other) => other !== reason))
                }
              />
              {texts.feedback.reasons[reason]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={texts.feedback.comment}
        rows={2}
        maxLength={4000}
        className="min-h-16"
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      {hasAdministrators ? (
        <label className="flex min-h-8 items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1"
            checked={isShared}
            onChange={({ target }) => share(target.checked)}
          />
          <span>
            {texts.feedback.share}
            <span className="block text-xs text-soft">{texts.feedback.shareHint}</span>
          </span>
        </label>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          {texts.common.save}
        </Button>
        <Button onClick={props.onClose}>{texts.common.close}</Button>
        <Link
          to="/settings/$section"
          params={{ section: 'feedback' }}
          className="ms-auto text-xs text-soft underline-offset-2 hover:text-ink hover:underline"
        >
          {texts.feedback.seeAll}
        </Link>
      </div>
    </form>
  );
}
