import { memo, useMemo } from 'react';
import type { AnswerClaim } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { Streamdown } from 'streamdown';
import { CitationsContext } from '../citations/citations-context.js';
import { markCitations } from '../citations/mark-citations.js';
import { answerComponents } from './answer-components.js';
import { markFormulas } from './mark-formulas.js';
import { rehypeCitationMarks } from './rehype-citation-marks.js';
import { splitBlocks } from './split-blocks.js';

/** A constant: a new list at every render would make Streamdown parse everything again. */
const plugins = [rehypeCitationMarks];
const noCitations: readonly Citation[] = [];
const noClaims: readonly AnswerClaim[] = [];
const noLinkQuestion = { enabled: false };

/**
 * Markdown of an answer with chips for its citations. HTML is shown as text, links are limited to safe protocols,
 * images are never loaded.
 */
export const RichMarkdown = memo(function RichMarkdown(props: {
  text: string;
  citations?: readonly Citation[];
  /** Once the answer is complete. */
  claims?: readonly AnswerClaim[] | undefined;
  /** WEB-8: mark every claim. */
  everyClaim?: boolean;
  streaming?: boolean;
}) {
  const { text, citations = noCitations, claims = noClaims, everyClaim = false, streaming = false } = props;
  const marked = useMemo(
    () => markFormulas(markCitations(text, citations, claims, { everyClaim })),
    [text, citations, claims, everyClaim],
  );
  return (
    <CitationsContext value={citations}>
      <Streamdown
        className="reading"
        dir="auto"
        components={answerComponents}
        rehypePlugins={plugins}
        parseMarkdownIntoBlocksFn={splitBlocks}
        parseIncompleteMarkdown={streaming}
        isAnimating={false}
        controls={false}
        linkSafety={noLinkQuestion}
      >
        {marked}
      </Streamdown>
    </CitationsContext>
  );
});
