import { quotedPassage } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';

/** A citation as other programs are told of it. CIT-2: a number that no source has is among them, and says so. */
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
