import { Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Components } from 'streamdown';
import { CitationMark } from '../citations/citation-mark.js';
import { CodeBlock } from './code-block.js';
import { readFormula } from './mark-formulas.js';
import { SafeLink } from './safe-link.js';
import { lazyPart } from '../lib/lazy-part.js';

const Formula = lazyPart(async () => (await import('./formula.js')).default);

/** A formula is a marked code span, because Markdown leaves its text alone. */
function InlineCode({ children }: { children?: ReactNode }) {
  const formula = typeof children === 'string' ? readFormula(children) : null;
  if (formula === null) return <code>{children}</code>;
  return (
    <Suspense fallback={<code>{formula.formula}</code>}>
      <Formula {...formula} />
    </Suspense>
  );
}

/** Defined once: a map created during rendering would remount every chip at each token. */
export const answerComponents: Components = {
  p: 'p',
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  // Bullets, numbers and rules follow the text direction; paragraphs do so through CSS.
  ul: ({ node: _node, ...rest }) => <ul dir="auto" {...rest} />,
  ol: ({ node: _node, ...rest }) => <ol dir="auto" {...rest} />,
  li: 'li',
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  hr: 'hr',
  strong: 'strong',
  sup: 'sup',
  sub: 'sub',
  section: 'section',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  a: ({ href, children }) => (
    <SafeLink {...(href === undefined ? {} : { address: href })}>{children}</SafeLink>
  ),
  // Loading an image tells its server what was asked, so show a link instead.
  img: ({ src, alt }) => (
    <SafeLink {...(typeof src === 'string' ? { address: src } : {})}>
      {alt ? alt : String(src ?? '')}
    </SafeLink>
  ),
  table: ({ children }) => (
    <div className="table-scroll scroll-quiet" tabIndex={0} role="group">
      <table dir="auto">{children}</table>
    </div>
  ),
  pre: ({ node }) => <CodeBlock node={node} />,
  code: 'code',
  inlineCode: ({ children }) => <InlineCode>{children}</InlineCode>,
  'citation-mark': ({ members, word, children }) => (
    <CitationMark members={String(members)} word={String(word)}>
      {children as ReactNode}
    </CitationMark>
  ),
};
