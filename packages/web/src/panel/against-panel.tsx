import type { AgainstRow } from '@ibid/core/internal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { requestClaimsAgainst } from '../api/turns.js';
import { AnswerContradictions } from '../contradictions/answer-contradictions.js';
import { claimWords } from '../proof/claim-words.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { usePanel } from './panel-context.js';
import { Quote } from './quote.js';

type ShownAgainst = Omit<AgainstRow, 'number' | 'url'> & { number: number | null };

/** CIT-9: the claims of an answer, and for each, on request, contradicting passages. */
export function AgainstPanel({ turnId, claims }: { turnId: string; claims: readonly string[] }) {
  return (
    <div className="scroll-quiet flex h-full flex-col gap-5 overflow-y-auto p-4">
      <AnswerContradictions turnId={turnId} />
      <ol className="flex flex-col gap-5">
        {claims.map((claim, position) => (
          <li key={position} className="flex flex-col gap-2 border-b pb-4 last:border-b-0">
            <p className="font-serif break-words" dir="auto">
              {claimWords({ text: claim })}
            </p>
            <AgainstEvidence turnId={turnId} claim={claim} />
          </li>
        ))}
      </ol>
    </div>
  );
}

export function AgainstEvidence({ turnId, claim }: { turnId: string; claim: string }) {
  const [asked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: ['against', turnId, claim],
    queryFn: () => requestClaimsAgainst(turnId, claim),
    enabled: asked,
  });
  if (!asked)
    return (
      <div>
        <Button onClick={() => setAsked(true)}>{texts.against.look}</Button>
      </div>
    );
  if (found.error !== null) return <Notice tone="error">{messageOf(found.error)}</Notice>;
  if (found.data === undefined) return <p className="text-sm text-soft">{texts.against.looking}</p>;
  if (found.data.rows.length === 0) return <p className="text-sm text-soft">{texts.against.nothing}</p>;
  return <AgainstRows rows={found.data.rows} />;
}

/** Contradicting sources, each with its date, its words and what disagrees. */
export function AgainstRows({ rows }: { rows: readonly ShownAgainst[] }) {
  const panel = usePanel();
  return rows.map(({ number, itemId, title, date, passage, reason }) => (
    <div key={itemId} className="flex flex-col gap-1 text-sm" data-testid="against">
      <button
        type="button"
        className="flex items-baseline gap-2 text-start font-semibold hover:underline"
        onClick={() =>
          panel.open({
            kind: 'document',
            itemId,
            title,
            number,
            citation: null,
            ...(passage.itemSpan === undefined ? {} : { span: passage.itemSpan }),
            ...(passage.page === undefined ? {} : { page: passage.page }),
          })
        }
      >
        {number === null ? null : <span className="text-accent tabular-nums">{number}</span>}
        <bdi className="min-w-0 break-words">{title}</bdi>
        {date === null ? null : (
          <span className="text-xs font-normal whitespace-nowrap text-soft">
            {texts.against.date(date.value.slice(0, 10), date.of)}
          </span>
        )}
      </button>
      <Quote text={passage.text} />
      <p className="text-xs text-soft">{reason}</p>
    </div>
  ));
}
