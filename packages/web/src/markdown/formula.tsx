import katex from 'katex';

/** A part of its own, loaded with the first formula. MathML needs no style sheet, no fonts and no inline styles. */
export default function Formula({ formula, isBlock }: { formula: string; isBlock: boolean }) {
  const html = katex.renderToString(formula, {
    displayMode: isBlock,
    output: 'mathml',
    throwOnError: false,
    strict: 'ignore',
    trust: false,
    maxExpand: 500,
  });
  return (
    <span
      className={isBlock ? 'formula formula-block scroll-quiet' : 'formula'}
      dir="ltr"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
