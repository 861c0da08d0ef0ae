import { useState } from 'react';
import type { TurnView } from '@ibid/core/turn-view';
import { messageOf } from '../api/api-error.js';
import type { UserMessageRow } from '../api/types.js';
import { CorrectionLine } from '../knowledge/correction-line.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';
import { correctionsOfCall } from './corrections-of-call.js';
import { inQuotationMarks } from './in-quotation-marks.js';

/** KB-3: an answer to a question with a mistyped word says what was searched for; one click asks as typed. */
export function CorrectedSearch({ view, asked }: { view: TurnView; asked: UserMessageRow | null }) {
  const actions = useConversationActions();
  const [problem, setProblem] = useState<string | null>(null);
  const calls = view.blocks.flatMap((block) => (block.kind === 'tools' ? block.calls : []));
  const all = calls.flatMap(correctionsOfCall);
  const corrections = [...new Map(all.map((one) => [one.typed, one])).values()];
  const text =
    asked === null
      ? ''
      : inQuotationMarks(
          asked.text,
          corrections.map(({ typed }) => typed),
        );
  const askExactly = () => {
    if (asked !== null) actions.edit(asked, text).catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <>
      <CorrectionLine
        corrections={corrections}
        onExact={asked === null || text === asked.text ? undefined : askExactly}
      />
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
    </>
  );
}
