import type { CitationMarker } from '../citation-event.js';
import type { CitationRenderOptions } from './citation-mode.js';
import { isLinkable, linkDestination } from './markdown-link.js';

/** Whether each number of a marker has a source. */
export function isKnown(
  marker: CitationMarker,
  options: Pick<CitationRenderOptions, 'sourceByNumber'>,
): boolean {
  return marker.numbers.every((number) => options.sourceByNumber(number) !== undefined);
}

/** A marker as links or in its one bare form; with an unknown number it stays as it was written, whole (CIT-2). */
export function renderMarker(marker: CitationMarker, options: CitationRenderOptions): string {
  if (!isKnown(marker, options)) return marker.text;
  if (options.mode !== 'links') return `[${marker.numbers.join(', ')}]`;
  const linkOf = options.linkOf ?? ((source) => source.url ?? null);
  return marker.numbers
    .map((number) => {
      const source = options.sourceByNumber(number);
      const url = source && linkOf(source);
      return url && isLinkable(url) ? `[[${number}]](${linkDestination(url)})` : `[${number}]`;
    })
    .join('');
}
