import { Fragment } from 'react';
import type { Correction } from '@ibid/retrieval/internal';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';

/** KB-3: what was searched for instead of mistyped words, with a link to search as typed. */
export function CorrectionLine(props: {
  corrections: readonly Correction[];
  onExact?: (() => void) | undefined;
}) {
  if (props.corrections.length === 0) return null;
  return (
    <div
      role="status"
      data-testid="corrections"
      className="no-print flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft"
    >
      {props.corrections.map(({ typed, found }) => (
        <p key={typed} className="break-words">
          {texts.knowledge.searchedFor}{' '}
          {found.map((word, place) => (
            <Fragment key={word}>
              {place === 0 ? null : ', '}
              <em className="font-medium text-ink">{word}</em>
            </Fragment>
          ))}{' '}
          {texts.knowledge.insteadOf} <em className="font-medium text-ink">{typed}</em>
        </p>
      ))}
      {props.onExact === undefined ? null : (
        <Button onClick={props.onExact}>{texts.knowledge.asTyped}</Button>
      )}
    </div>
  );
}
