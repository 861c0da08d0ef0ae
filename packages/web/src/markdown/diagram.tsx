import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useIsDark } from '../shell/theme.js';
import { texts } from '../texts/texts.js';

const leastShare = 0.7;
/** While an answer streams, the code changes with every token; draw it once it stops changing. */
const restMilliseconds = 250;
/** After this it stays code: some small diagrams have a layout that takes minutes. */
const longestMilliseconds = 10_000;

/**
 * Loaded separately with the first diagram. Drawn in a worker, so the page never waits, and shown as an image: whatever
 * a model wrote into it cannot run code, fetch anything or touch the page.
 */
export default function Diagram({ code, children }: { code: string; children: ReactNode }) {
  const isDark = useIsDark();
  const [image, setImage] = useState<string | null>(null);
  useEffect(() => {
    let address: string | null = null;
    let end = () => {};
    const timer = setTimeout(() => {
      end = drawApart(code, (svg) => {
        address = svg === null ? null : URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        setImage(address);
      });
    }, restMilliseconds);
    return () => {
      clearTimeout(timer);
      end();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [code, isDark]);
  if (image === null) return children;
  return (
    <div className="scroll-quiet overflow-x-auto px-4 py-3" tabIndex={0} role="group">
      <img
        src={image}
        alt={texts.code.diagram}
        data-testid="diagram"
        // Any smaller, its text would be unreadable, so it scrolls instead.
        onLoad={(event) => {
          const drawn = event.currentTarget;
          drawn.style.minWidth = `${Math.round(drawn.naturalWidth * leastShare)}px`;
        }}
        className="mx-auto max-w-full"
      />
    </div>
  );
}

/** Calls back with null if it is not a diagram or took too long. Returns a function that cancels. */
function drawApart(code: string, onDrawn: (svg: string | null) => void): () => void {
  const worker = new Worker(new URL('./diagram-worker.ts', import.meta.url), { type: 'module' });
  const end = () => {
    clearTimeout(patience);
    worker.terminate();
  };
  const done = (svg: string | null) => {
    end();
    onDrawn(svg);
  };
  const patience = setTimeout(() => done(null), longestMilliseconds);
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => done(data));
  worker.addEventListener('error', () => done(null));
  worker.postMessage({ code, colours: coloursNow() });
  return end;
}

function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour('paper'),
    ink: colour('ink'),
    soft: colour('soft'),
    line: colour('line-strong'),
    accent: colour('accent'),
    panel: colour('raised'),
  };
}
