import { quotedPassage } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';

/** A citation as sent to other programs. CIT-2: includes numbers without a source, marked as such. */
export function toldCitation({ number, itemId, title, url, verdict, passage, reason }: Citation) {
  return {
    number,
    id: itemId,
    title: title ?? null,
    url: url ?? null,
    verdict,
    passage: passage && quotedPassage(passage),
    reason: reason ?? null,
  };
}
