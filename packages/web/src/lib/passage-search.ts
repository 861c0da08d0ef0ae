import { passageWords } from '@ibid/core/internal/browser';
import type { Passage } from '@ibid/core/internal';

/** The part of an address that opens a document at a passage, wherever a newer reader has put it. */
export function passageSearch(passage: Pick<Passage, 'text' | 'itemSpan' | 'page'> | null | undefined) {
  if (passage?.itemSpan === undefined) return {};
  const words = passageWords(passage.text);
  return {
    ...passage.itemSpan,
    ...(words === '' ? {} : { words }),
    ...(passage.page === undefined ? {} : { page: passage.page }),
  };
}
