import type { ClaimAgainst } from '@ibid/core/internal';
import { Scale } from 'lucide-react';
import { AgainstRows } from '../panel/against-panel.js';
import { claimWords } from '../proof/claim-words.js';
import { texts } from '../texts/texts.js';

/** CIT-9: counter-evidence to the answer's claims, if every answer is searched for it. */
export function AnswerAgainst({ claims }: { claims: readonly ClaimAgainst[] | undefined }) {
  if (claims === undefined) return null;
  if (claims.length === 0)
    return (
      <p className="text-xs text-soft" data-testid="nothing-against">
        {texts.against.nothingInAll}
      </p>
    );
  return (
    <section
      aria-label={texts.against.title}
      data-testid="answer-against"
      className="flex flex-col gap-4 rounded-lg border px-3 py-2"
    >
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <Scale size={14} aria-hidden />
        {texts.against.found(claims.length)}
      </h3>
      <ol className="flex flex-col gap-4">
        {claims.map(({ claim, rows }, position) => (
          <li key={position} className="flex flex-col gap-2">
            <p className="font-serif text-sm break-words" dir="auto">
              {claimWords({ text: claim })}
            </p>
            <AgainstRows rows={rows} />
          </li>
        ))}
      </ol>
    </section>
  );
}
