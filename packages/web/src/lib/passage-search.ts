import { passageWords } from '@ibid/core/internal/browser';
import type { Passage } from '@ibid/core/internal';

/** The query parameters that open a document at a passage, even if its text has moved. */
export function passageSearch(passage: Pick<Passage, 'text' | 'itemSpan' | 'page'> | null | undefined) {
  if (passage?.itemSpan === undefined) return {};
  const words = passageWords(passage.text);
  return {
    ...passage.itemSpan,
    ...(words === '' ? {} : { words }),
    ...(passage.page === undefined ? {} : { page: passage.page }),
  };
}
