import { answerBalance, describeBalance } from '@ibid/core/citations';
import type { TextBlock } from '@ibid/core/turn-view';
import { texts } from '../texts/en.js';

/** CIT-7: how many of the answer's claims are borne out, in words; nothing where it claims nothing. */
export function AnswerBalanceLine({ answers }: { answers: readonly TextBlock[] }) {
  const told = answers.findLast((block) => block.claims !== undefined);
  if (told?.claims === undefined) return null;
  const balance = answerBalance(told.claims);
  const words = describeBalance(balance, { isGrounded: told.isGrounded ?? false });
  if (words === null) return null;
  const isSound = balance.supported === balance.claims;
  return (
    <p
      data-testid="answer-balance"
      title={texts.citations.balance}
      className={isSound ? 'text-xs text-soft' : 'text-xs font-medium text-weak'}
    >
      {words}
    </p>
  );
}
