import { Component, Suspense } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { whenIdle } from '../lib/when-idle.js';
import { isReadable } from './is-readable.js';
import type { RichMarkdown } from './rich-markdown.js';
import { lazyPart } from '../lib/lazy-part.js';

const load = async () => (await import('./rich-markdown.js')).RichMarkdown;
const Rich = lazyPart(load);

/** Loads the Markdown renderer when the page is idle, so the first answer doesn't wait for it. */
export function preloadMarkdown(): void {
  whenIdle(() => void load().catch(() => undefined));
}

/** Markdown of an answer. The renderer is loaded after the page; until then the text is plain. */
export function AnswerMarkdown(props: ComponentProps<typeof RichMarkdown>) {
  const plain = <div className="reading whitespace-pre-wrap">{props.text}</div>;
  if (!isReadable(props.text)) return plain;
  return (
    <OrElse shown={plain}>
      <Suspense fallback={plain}>
        <Rich {...props} />
      </Suspense>
    </OrElse>
  );
}

/** Falls back to plain text if rendering fails; otherwise one answer would take down its whole conversation. */
class OrElse extends Component<{ shown: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.shown : this.props.children;
  }
}
