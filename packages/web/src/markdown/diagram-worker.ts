import type { DiagramColours } from './draw-diagram.js';

// Without a document, the layout library assumes that it runs in its own worker and would take over its messages. It
// also sets `self`, which is read-only in a worker.
Object.assign(globalThis, { document: {} });
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true });

/** Draws one diagram. The requester terminates this worker, also if drawing takes too long. */
self.addEventListener('message', ({ data }: MessageEvent<{ code: string; colours: DiagramColours }>) => {
  void import('./draw-diagram.js').then(({ drawDiagram }) =>
    self.postMessage(drawDiagram(data.code, data.colours)),
  );
});
