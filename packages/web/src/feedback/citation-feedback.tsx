import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { useFeedback } from '../api/feedback.js';
import type { ChosenMark } from '../api/feedback.js';
import { isTyping } from '../shell/use-shortcuts.js';
import { texts } from '../texts/texts.js';
import type { JudgedTurn } from './judged-turn.js';
import { Thumbs } from './thumbs.js';

/** ANS-5: whether a passage supports the claim it is cited for. */
export function CitationFeedback(props: {
  judged: JudgedTurn;
  citationId: string;
  byPointerOnly?: boolean;
  /** Also accept the keys `r` and `w`, wherever the focus is. */
  byKeys?: boolean;
}) {
  const { judged, citationId, byKeys = false } = props;
  const { feedback, change } = useFeedback(judged.conversationId, judged.turnId);
  const value = feedback?.citations[citationId] ?? null;
  const mark = (next: ChosenMark | null) => change.mutate({ citations: { [citationId]: next } });
  useMarkKeys(byKeys ? (pressed) => mark(pressed === value ? null : pressed) : null);
  return (
    <span className="inline-flex items-center" role="group" aria-label={texts.feedback.citation}>
      <Thumbs
        labels={byKeys ? texts.feedback.citationKeys : texts.feedback.citationMarks}
        value={value}
        onChange={mark}
        byPointerOnly={props.byPointerOnly ?? false}
      />
      {change.error === null ? null : (
        <span role="alert" className="ms-1 text-xs text-unsupported">
          {messageOf(change.error)}
        </span>
      )}
    </span>
  );
}

function useMarkKeys(onMark: ((mark: ChosenMark) => void) | null): void {
  const mark = useEffectEvent((pressed: ChosenMark) => onMark?.(pressed));
  const isOn = onMark !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const pressed = event.key === 'r' ? 'right' : event.key === 'w' ? 'wrong' : null;
      if (pressed === null) return;
      event.preventDefault();
      mark(pressed);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
