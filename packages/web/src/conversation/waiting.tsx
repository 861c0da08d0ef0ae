import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIsAdministrator } from '../api/users.js';
import { texts } from '../texts/texts.js';
import type { TurnView } from '@ibid/core/turn-view';

/** A model may think for some seconds; longer silence needs an explanation, and then advice. */
const WORDS_AFTER = 5_000;
const ADVICE_AFTER = 25_000;

/** While nothing arrives: a dot, then what is awaited, then advice. Tools have their own line. */
export function Waiting({ view }: { view: TurnView }) {
  const silent = useSilence(view.seq);
  const mayConnect = useIsAdministrator();
  const last = view.blocks.at(-1);
  if (last?.kind === 'tools' && last.calls.some((call) => !call.done)) return null;
  const written = last !== undefined && last.kind !== 'tools';
  if (silent === 'short' && view.blocks.length > 0) return null;
  const model = view.modelId ?? '';
  const retry = view.warnings.findLast(({ code }) => code === 'provider_retry')?.message;
  return (
    <div role="status" className="flex min-h-7 items-center gap-2 text-sm text-soft" data-testid="waiting">
      <span className="animate-breathe size-2 shrink-0 rounded-full bg-accent" />
      {silent === 'short' ? (
        <span className="sr-only">{texts.conversation.working}</span>
      ) : (
        <span className="min-w-0 break-words">
          {written || retry === undefined ? texts.conversation.waiting(model) : texts.engine(retry)}
          {silent === 'long' ? (
            <>
              {' '}
              {texts.conversation.waitingLong}
              {mayConnect ? (
                <>
                  {' '}
                  <Link
                    to="/settings/$section"
                    params={{ section: 'models' }}
                    className="font-medium text-accent underline"
                  >
                    {texts.conversation.checkProvider}
                  </Link>
                </>
              ) : null}
            </>
          ) : null}
        </span>
      )}
    </div>
  );
}

/** How long nothing new has arrived since the given sequence number. */
function useSilence(seq: number): 'short' | 'some' | 'long' {
  const [silence, setSilence] = useState<{ seq: number; length: 'some' | 'long' } | null>(null);
  useEffect(() => {
    const timers = [
      setTimeout(() => setSilence({ seq, length: 'some' }), WORDS_AFTER),
      setTimeout(() => setSilence({ seq, length: 'long' }), ADVICE_AFTER),
    ];
    return () => timers.forEach(clearTimeout);
  }, [seq]);
  return silence?.seq === seq ? silence.length : 'short';
}
