import type { CitationMarker } from '../citation-event.js';
import type { CitationRenderOptions } from './citation-mode.js';
import { isLinkable, linkDestination } from './markdown-link.js';

type Known = Pick<CitationRenderOptions, 'sourceByNumber'>;

/** What is left of a marker without its known sources: the numbers without a source (CIT-2). */
export function unknownPart(marker: CitationMarker, { sourceByNumber }: Known): string {
  const unknown = marker.numbers.filter((number) => sourceByNumber(number) === undefined);
  if (unknown.length === marker.numbers.length) return marker.text;
  return unknown.length === 0 ? '' : `[${unknown.join(', ')}]`;
}

/** A marker as links or in its bare form; a marker without any known number stays as written (CIT-2). */
export function renderMarker(marker: CitationMarker, options: CitationRenderOptions): string {
  if (unknownPart(marker, options) === marker.text) return marker.text;
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
