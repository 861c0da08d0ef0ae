import { useState } from 'react';
import type { TurnView, CallView } from '@ibid/core/turn-view';
import { messageOf } from '../api/api-error.js';
import type { UserMessageRow } from '../api/types.js';
import { CorrectionLine } from '../knowledge/correction-line.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';
import { inQuotationMarks } from './in-quotation-marks.js';
import type { Correction } from '@ibid/retrieval/internal';

/** KB-3: if a question has a mistyped word, shows what was searched for; one click searches as typed. */
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

/** The corrections that a search reports. Tools may send anything; other shapes are ignored. */
function correctionsOfCall(call: Pick<CallView, 'result'>): Correction[] {
  const told = call.result?.figures?.['corrected'];
  if (!Array.isArray(told)) return [];
  return told.flatMap((entry): Correction[] => {
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return [];
    const { typed, found } = entry;
    if (typeof typed !== 'string' || !Array.isArray(found)) return [];
    return [{ typed, found: found.filter((word) => typeof word === 'string') }];
  });
}
