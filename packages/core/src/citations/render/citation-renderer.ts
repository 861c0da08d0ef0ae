import type { CitationEvent } from '../citation-event.js';
import { CitationStream } from '../citation-stream.js';
import type { CitationRenderOptions } from './citation-mode.js';
import { MarkerRemover } from './marker-remover.js';
import { MarkerRewriter } from './marker-rewriter.js';
import { renderMarker, unknownPart } from './render-marker.js';

/**
 * Renders an answer in one of the citation modes while it streams. The output depends on the text alone, and only
 * recognised markers are changed.
 */
export class CitationRenderer {
  readonly #stream = new CitationStream();
  readonly #writer: MarkerRemover | MarkerRewriter;

  constructor(options: CitationRenderOptions) {
    this.#writer =
      options.mode === 'removed'
        ? new MarkerRemover((marker) => unknownPart(marker, options))
        : new MarkerRewriter((marker) => renderMarker(marker, options));
  }

  push(text: string): string {
    return this.#write(this.#stream.push(text));
  }

  end(): string {
    return this.#write(this.#stream.end()) + this.#writer.end();
  }

  #write(events: readonly CitationEvent[]): string {
    let out = '';
    for (const event of events) out += this.#writer.write(event);
    return out;
  }
}

/**
 * Renders a whole answer at once.
 *
 * ```ts
 * import { renderCitations } from '@ibid/core';
 *
 * const url = 'https://example.org/water';
 * const source = { number: 1, itemId: 'water', title: 'Water', url, origin: 'web' } as const;
 * console.log(renderCitations('It boils [1].', { mode: 'links', sourceByNumber: () => source }));
 * ```
 */
export function renderCitations(text: string, options: CitationRenderOptions): string {
  const renderer = new CitationRenderer(options);
  return renderer.push(text) + renderer.end();
}
