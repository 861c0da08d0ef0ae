import type { DiagramColours } from './draw-diagram.js';

// The layout takes a place without a document for a worker of its own, and would take its messages; and it sets `self`,
// which a worker has for reading only.
Object.assign(globalThis, { document: {} });
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true });

/** Draws one diagram. Whoever asked for it ends this worker, also where the drawing takes too long. */
self.addEventListener('message', ({ data }: MessageEvent<{ code: string; colours: DiagramColours }>) => {
  void import('./draw-diagram.js').then(({ drawDiagram }) =>
    self.postMessage(drawDiagram(data.code, data.colours)),
  );
});
