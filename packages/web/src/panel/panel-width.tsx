import { useState } from 'react';
import type { PointerEvent } from 'react';
import { readStored, writeStored } from '../lib/stored.js';
import { texts } from '../texts/texts.js';

const narrowest = 320;
const widest = 1_200;
const usual = 544;
const keyStep = 32;

const within = (width: number) => Math.round(Math.min(Math.max(width, narrowest), widest));

/** The width of the side panel, stored in this browser. */
export function usePanelWidth(): [width: number, setWidth: (width: number) => void] {
  const [width, setWidth] = useState(() => within(Number(readStored('panel-width') ?? usual) || usual));
  return [
    width,
    (next) => {
      setWidth(within(next));
      writeStored('panel-width', String(within(next)));
    },
  ];
}

/** The edge of the side panel: drag it, or use the arrow keys. */
export function PanelHandle({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const element = event.currentTarget;
    const start = event.clientX;
    const rightToLeft = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.setPointerCapture(event.pointerId);
    element.onpointermove = (move) => onWidth(width + (start - move.clientX) * rightToLeft);
    element.onpointerup = () => {
      element.onpointermove = null;
    };
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.panel.width}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? keyStep : event.key === 'ArrowRight' ? -keyStep : 0;
        if (by === 0) return;
        event.preventDefault();
        onWidth(width + by);
      }}
      className="absolute inset-y-0 -start-1.5 z-10 w-3 cursor-col-resize touch-none hover:bg-accent/20"
    />
  );
}
