import { answerBalance, answerFound, describeBalance } from '@ibid/core/citations';
import type { TextBlock } from '@ibid/core/turn-view';
import { texts } from '../texts/texts.js';

/** CIT-7: how many of the answer's claims are supported, in words; nothing if it makes none. */
export function AnswerBalanceLine({
  answers,
  onCheck,
}: {
  answers: readonly TextBlock[];
  /** Opens the proof view (WEB-8). */
  onCheck?: () => void;
}) {
  const told = answers.findLast((block) => block.claims !== undefined);
  if (told?.claims === undefined) return null;
  const balance = answerBalance(told.claims);
  const words = describeBalance(balance, {
    isGrounded: told.isGrounded ?? false,
    found: answerFound(told.text),
  });
  if (words === null) return null;
  // What can no longer be checked is no doubt about the answer.
  const isSound = balance.supported + balance.gone === balance.claims;
  const tone = isSound ? 'text-soft' : 'font-medium text-weak';
  const look = `flex flex-wrap items-center gap-x-2 text-xs ${tone}`;
  return (
    <p data-testid="answer-balance" title={texts.citations.balance} className={look}>
      {texts.engine(words)}
      {onCheck === undefined ? null : (
        <button
          type="button"
          onClick={onCheck}
          className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2"
        >
          {texts.proof.open}
        </button>
      )}
    </p>
  );
}
