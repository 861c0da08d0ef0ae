import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Citation } from '@ibid/core';
import { messageOf } from '../api/api-error.js';
import { messagesKey } from '../api/conversations.js';
import { useModels } from '../api/library.js';
import { askForOpinion } from '../api/turns.js';
import { texts } from '../texts/texts.js';

interface Asked {
  conversationId: string;
  turnId: string;
  citations: readonly Citation[];
}

/** CIT-8: a language model's opinions on claims that the local check doubts, and a button to ask for them. */
export function SecondOpinions({ mayAsk, ...asked }: Asked & { mayAsk: boolean }) {
  const doubtful = asked.citations.filter(({ verdict }) => verdict === 'weak' || verdict === 'unsupported');
  const opinions = doubtful.flatMap(({ secondOpinion }) => secondOpinion ?? []);
  const open = doubtful.length - opinions.length;
  const models = useModels().data;
  const [first] = opinions;
  const asker = models?.rows.find(({ id }) => id === first?.modelId)?.name ?? first?.modelId ?? '';
  return (
    <>
      {opinions.length === 0 ? null : (
        <p className="text-xs text-soft" data-testid="opinions">
          {texts.citations.opinions({
            model: asker,
            asked: opinions.length,
            supported: opinions.filter(({ verdict }) => verdict === 'supported').length,
          })}
        </p>
      )}
      {mayAsk && open > 0 ? <AskForOpinion {...asked} open={open} /> : null}
    </>
  );
}

function AskForOpinion({ conversationId, turnId, open }: Asked & { open: number }) {
  const client = useQueryClient();
  const models = useModels().data;
  const [state, setState] = useState<'idle' | 'asking' | 'nothing'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const small = models?.rows.find(({ id }) => id === models.current.small);
  if (!small?.isLanguageModel) return null;
  const ask = async () => {
    setState('asking');
    setProblem(null);
    try {
      const { rows } = await askForOpinion(turnId);
      await client.invalidateQueries({ queryKey: messagesKey(conversationId) });
      setState(rows.length === 0 ? 'nothing' : 'idle');
    } catch (error) {
      setProblem(messageOf(error));
      setState('idle');
    }
  };
  if (state === 'nothing')
    return <p className="text-xs text-soft">{texts.citations.noOpinion(small.name)}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      <button
        type="button"
        disabled={state === 'asking'}
        onClick={() => void ask()}
        className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2 disabled:text-soft disabled:no-underline"
      >
        {state === 'asking' ? texts.citations.asking(small.name) : texts.citations.askAbout(small.name, open)}
      </button>
      {problem === null ? null : (
        <span role="alert" className="text-unsupported">
          {problem}
        </span>
      )}
    </p>
  );
}
