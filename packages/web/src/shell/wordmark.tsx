import { texts } from '../texts/texts.js';

/** The name as scholars print it: italic, with the full stop of the abbreviation in the accent colour. */
export function Wordmark({ large = false }: { large?: boolean }) {
  return (
    <span
      className={`font-serif italic ${large ? 'text-5xl' : 'text-[1.6rem]'} leading-none font-semibold tracking-tight`}
    >
      {texts.product}
      <span className="text-accent not-italic" aria-hidden="true">
        .
      </span>
    </span>
  );
}
