import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';
import { whenIdle } from '../lib/when-idle.js';
import type { RichMarkdown } from './rich-markdown.js';

const load = () => import('./rich-markdown.js');
const Rich = lazy(async () => ({ default: (await load()).RichMarkdown }));

/** Fetches the Markdown reader when the page is idle, so that the first answer doesn't wait for it. */
export function preloadMarkdown(): void {
  whenIdle(() => void load());
}

/** Markdown of an answer. The reader is a part of its own, loaded after the page; until then the text stands plain. */
export function AnswerMarkdown(props: ComponentProps<typeof RichMarkdown>) {
  return (
    <Suspense fallback={<div className="reading whitespace-pre-wrap">{props.text}</div>}>
      <Rich {...props} />
    </Suspense>
  );
}
