import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AnswerClaim } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { answerBalance, answerFound, describeBalance } from '@ibid/core/citations';
import type { TextBlock } from '@ibid/core/turn-view';
import { CitationActionsContext, noActions } from '../citations/citation-actions.js';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { isTyping } from '../shell/use-shortcuts.js';
import { texts } from '../texts/texts.js';
import { useTurnView } from '../turn/use-turn-view.js';
import { EmptyState } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { Segments } from '../ui/segments.js';
import { ClaimProof } from './claim-proof.js';
import { claimWords } from './claim-words.js';
import { ProofContext } from './proof-context.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** WEB-8: an answer next to its documents, each sentence with its mark; a key steps from claim to claim. */
export function ProofView({ turnId }: { turnId: string }) {
  const view = useTurnView(turnId);
  const answer = view?.blocks.findLast(
    (block): block is TextBlock => block.kind === 'text' && block.claims !== undefined,
  );
  if (answer?.claims === undefined || answer.claims.length === 0)
    return <EmptyState title={texts.proof.none}>{texts.proof.noneHint}</EmptyState>;
  return <Checked turnId={turnId} answer={answer} claims={answer.claims} />;
}

const isDoubtful = ({ verdict }: AnswerClaim) => verdict !== 'supported';

function Checked(props: { turnId: string; answer: TextBlock; claims: readonly AnswerClaim[] }) {
  const { turnId, answer, claims } = props;
  const doubtful = claims.flatMap((claim, position) => (isDoubtful(claim) ? [position] : []));
  const [filter, setFilter] = useState<'all' | 'doubtful'>('all');
  const [current, select] = useState(doubtful[0] ?? 0);
  const shown = filter === 'all' ? claims.map((_, position) => position) : doubtful;
  const place = shown.indexOf(current);
  const step = (by: 1 | -1) => {
    const next = shown[(place + by + shown.length) % shown.length];
    if (next !== undefined) select(next);
  };
  useClaimKeys(step);
  const proof = useMemo(() => ({ claims, current, select }), [claims, current]);
  // Here a number leads to its claim: the document is already next to it.
  const chips = useMemo(
    () => ({
      ...noActions,
      open: ({ citationId }: Citation) => {
        const position = claims.findIndex((claim) => claim.citationIds.includes(citationId));
        if (position >= 0) select(position);
      },
    }),
    [claims],
  );
  const { isGrounded = false } = answer;
  const words = describeBalance(answerBalance(claims), { isGrounded, found: answerFound(answer.text) });
  const claim = claims[current];
  return (
    <ProofContext value={proof}>
      <div className="flex h-full flex-col" data-testid="proof">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2">
          <p className="min-w-0 text-sm" data-testid="proof-balance">
            {texts.engine(words ?? '')}
            <span className="block text-xs text-soft max-sm:hidden">{texts.citations.balance}</span>
          </p>
          <Segments
            label={texts.proof.filter}
            options={[
              { value: 'all', label: texts.proof.all(claims.length) },
              { value: 'doubtful', label: texts.proof.doubtful(doubtful.length) },
            ]}
            value={filter}
            onChange={(next) => {
              setFilter(next);
              const [first] = doubtful;
              if (next === 'doubtful' && first !== undefined && !doubtful.includes(current)) select(first);
            }}
          />
          <span className="ms-auto flex items-center gap-1 text-sm text-soft tabular-nums">
            {place < 0 ? '' : texts.proof.place(place + 1, shown.length)}
            <IconButton label={texts.proof.previous} onClick={() => step(-1)}>
              <ChevronUp size={17} />
            </IconButton>
            <IconButton label={texts.proof.next} onClick={() => step(1)}>
              <ChevronDown size={17} />
            </IconButton>
          </span>
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)_minmax(0,2fr)] min-[900px]:grid-cols-2 min-[900px]:grid-rows-1">
          <ScrollRegion
            label={texts.proof.answer}
            className="min-h-0 min-w-0 overflow-y-auto px-4 py-4 sm:px-8"
          >
            {filter === 'all' ? (
              <CitationActionsContext value={chips}>
                <AnswerMarkdown text={answer.text} citations={answer.citations} claims={claims} everyClaim />
              </CitationActionsContext>
            ) : doubtful.length === 0 ? (
              <p className="text-sm text-soft">{texts.proof.allProven}</p>
            ) : (
              <ClaimList positions={doubtful} claims={claims} current={current} onSelect={select} />
            )}
          </ScrollRegion>
          <div className="min-h-0 min-w-0 border-t min-[900px]:border-s min-[900px]:border-t-0">
            {claim === undefined ? null : (
              <ClaimProof key={current} turnId={turnId} claim={claim} citations={answer.citations} />
            )}
          </div>
        </div>
      </div>
    </ProofContext>
  );
}

function ClaimList(props: {
  positions: readonly number[];
  claims: readonly AnswerClaim[];
  current: number;
  onSelect: (position: number) => void;
}) {
  return (
    <ol className="flex flex-col gap-2" data-testid="doubtful-claims">
      {props.positions.map((position) => {
        const claim = props.claims[position];
        if (claim === undefined) return null;
        return (
          <li key={position}>
            <button
              type="button"
              aria-current={position === props.current}
              onClick={() => props.onSelect(position)}
              className="w-full rounded-xl border bg-raised px-4 py-3 text-start hover:border-line-strong aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft/40"
            >
              <VerdictBadge verdict={claim.verdict} />
              <span className="mt-1 block font-serif break-words" dir="auto">
                {claimWords(claim)}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** `n` and `j` step forward, `p` and `k` back, wherever the focus is. */
function useClaimKeys(step: (by: 1 | -1) => void): void {
  const go = useEffectEvent(step);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const by = /^[nj]$/.test(event.key) ? 1 : /^[pk]$/.test(event.key) ? -1 : null;
      if (by === null) return;
      event.preventDefault();
      go(by);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
