import { texts } from '../texts/texts.js';

/** Widths of the lines, as of a paragraph. */
const lines = ['w-1/2', 'w-full', 'w-11/12', 'w-full', 'w-2/3', 'w-full', 'w-5/6'];

/** On a page that is being drawn, which takes a second or two. Paper is white in the dark theme, too. */
export function BlankPage({ page }: { page: number }) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={texts.panel.drawingPage(page)}
      className="pointer-events-none absolute inset-0 flex flex-col gap-4 p-[8%]"
      data-testid="blank-page"
    >
      {lines.map((width, place) => (
        <div key={place} aria-hidden="true" className={`h-3 animate-breathe rounded bg-black/10 ${width}`} />
      ))}
    </div>
  );
}
