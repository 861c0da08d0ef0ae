import { Component, Suspense } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { whenIdle } from '../lib/when-idle.js';
import { isReadable } from './is-readable.js';
import type { RichMarkdown } from './rich-markdown.js';
import { lazyPart } from '../lib/lazy-part.js';

const load = async () => (await import('./rich-markdown.js')).RichMarkdown;
const Rich = lazyPart(load);

/** Fetches the Markdown reader when the page is idle, so that the first answer doesn't wait for it. */
export function preloadMarkdown(): void {
  whenIdle(() => void load().catch(() => undefined));
}

/** Markdown of an answer. The reader is a part of its own, loaded after the page; until then the text stands plain. */
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

/** Text that the reader fails at stays plain text: else one answer would take its whole conversation off the page. */
class OrElse extends Component<{ shown: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.shown : this.props.children;
  }
}
