import { useEffect, useRef } from 'react';
import { lookOf } from '../citations/verdict.js';
import { classNames } from '../lib/class-names.js';
import { texts } from '../texts/texts.js';
import { useProof } from './proof-context.js';

/** WEB-8: the verdict on a sentence, after it. The current sentence is shaded with its block. */
export function ClaimMark({ position }: { position: number }) {
  const { claims, current, select } = useProof();
  const mark = useRef<HTMLButtonElement>(null);
  const isCurrent = position === current;
  useEffect(() => {
    const block = mark.current?.closest('p, li, td, th, h3, h4, h5, h6');
    if (!isCurrent || !block) return;
    block.setAttribute('data-claim-block', '');
    block.scrollIntoView({ block: 'nearest' });
    return () => block.removeAttribute('data-claim-block');
  }, [isCurrent]);
  const claim = claims[position];
  if (claim === undefined) return null;
  const look = lookOf(claim.verdict);
  return (
    <button
      ref={mark}
      type="button"
      data-claim={position}
      data-verdict={claim.verdict}
      aria-current={isCurrent}
      aria-label={texts.proof.mark(position + 1, look.label)}
      title={look.label}
      onClick={() => select(position)}
      className={classNames(
        'ms-1 inline-flex h-6 min-w-6 items-center justify-center rounded-full border px-1.5 align-middle font-sans text-xs leading-none font-bold',
        look.chip,
        isCurrent && 'ring-2 ring-accent',
      )}
    >
      {look.claimSign}
    </button>
  );
}
