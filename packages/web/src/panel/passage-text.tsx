import { originItemId, originSpan, quotedPassage } from '@ibid/core/internal/browser';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../api/api-error.js';
import { fileIdOf, isDocument, useDocumentHead, useItemText } from '../api/items.js';
import type { ItemText } from '../api/items.js';
import { useKeptSource } from '../api/sources.js';
import { isHiddenTitle } from '../citations/shown-title.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { DocumentText } from './document-text.js';
import { FindField } from './find-field.js';
import { findInText, headerBefore } from './find-in-text.js';
import { locatePassage } from './highlighted-text.js';
import type { PanelContent } from './panel-context.js';
import { Quote } from './quote.js';

export type DocumentContent = Extract<PanelContent, { kind: 'document' }>;

/** Characters on either side of the passage. */
const margin = 6_000;

/** The position of the passage. The text of a file is one chunk, so positions in it are positions in the file. */
export function spanOf(content: DocumentContent, itemId: string): { start: number; end: number } | null {
  const passage = content.citation?.passage ?? null;
  const own = passage && fileIdOf(itemId) !== null ? { start: passage.start, end: passage.end } : null;
  return passage?.itemSpan ?? own ?? content.span ?? null;
}

/**
 * The text around a passage, with a search field for the whole document; the stored text if the document was deleted.
 */
export function PassageText(props: { content: DocumentContent; itemId: string; chunk?: string | undefined }) {
  const { content, itemId, chunk } = props;
  const passage = content.citation?.passage ?? null;
  const span = spanOf(content, itemId);
  const isOut = isHiddenTitle(content.title);
  const asked = isOut || !isDocument(itemId) ? null : itemId;
  const item = useDocumentHead(asked);
  const [shown, setShown] = useState(() => ({
    start: Math.max(0, (span?.start ?? 0) - margin),
    end: (span?.end ?? 0) + margin,
  }));
  const text = useItemText(asked, { ...shown, chunk });
  const [sought, setSought] = useState<{ start: number; end: number } | null>(null);
  const header = useHeaderBefore(itemId, text.data, chunk);
  const problem = item.error ?? text.error;
  const isElsewhere = asked === null || problem !== null;
  const kept = useKeptSource(isElsewhere && !isOut ? content.number : null);
  if (kept.data !== undefined && isElsewhere)
    return (
      <div className="flex h-full flex-col">
        <KeptLine itemId={itemId} />
        <div className="min-h-0 flex-1">
          <DocumentText
            page={kept.data}
            flow={false}
            span={locatePassage({ text: kept.data.text, start: 0, span, words: passage?.text ?? null })}
            quote={passage?.text ?? null}
            cited={content.citation !== null}
            onEarlier={() => undefined}
            onLater={() => undefined}
          />
        </div>
      </div>
    );
  if (isElsewhere) {
    if (kept.isLoading) return <Loading />;
    const missing = problem ?? kept.error;
    return (
      <div className="flex flex-col gap-3 p-4">
        <Notice tone="warning" title={texts.panel.cannotOpen}>
          {missing !== null && !isGone(missing)
            ? messageOf(missing)
            : passage === null
              ? texts.panel.passageGone
              : texts.panel.cannotOpenHint}
        </Notice>
        {passage === null ? null : <Quote text={quotedPassage(passage)} />}
      </div>
    );
  }
  if (text.data === undefined) return <Loading />;
  const find = async (words: string) => {
    const found = await findInText({
      itemId,
      chunk,
      words,
      from: sought === null ? 0 : sought.end,
      characters: text.data.characters,
    });
    setSought(found);
    if (found !== null) setShown({ start: Math.max(0, found.start - margin), end: found.end + margin });
    return found !== null;
  };
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <DocumentText
          page={wholeLines(text.data, header)}
          flow={isProse(item.data?.mediaType ?? '')}
          isMarkdown={item.data?.mediaType.includes('markdown') === true}
          span={
            sought ??
            locatePassage({
              text: text.data.text,
              start: text.data.start,
              span,
              words: passage?.text ?? null,
            })
          }
          quote={passage?.text ?? null}
          cited={content.citation !== null}
          onEarlier={() => setShown((range) => ({ ...range, start: Math.max(0, range.start - 2 * margin) }))}
          onLater={() => setShown((range) => ({ ...range, end: range.end + 2 * margin }))}
        />
      </div>
      <div className="border-t py-1">
        <FindField onFind={find} />
      </div>
    </div>
  );
}

/** Explains a text stored with the conversation; if it was calculated from a table, links there. */
function KeptLine({ itemId }: { itemId: string }) {
  const origin = originItemId(itemId);
  const table = useDocumentHead(origin !== itemId && isDocument(origin) ? origin : null);
  const span = originSpan(itemId);
  return (
    <p className="border-b px-4 py-2 text-xs text-soft">
      {table.data?.itemId ? (
        <>
          {texts.panel.fromTable}{' '}
          <Link
            to="/items/$itemId"
            params={{ itemId: table.data.itemId }}
            search={span ?? {}}
            className="font-medium text-accent hover:underline"
          >
            {texts.panel.openTable}
          </Link>
        </>
      ) : (
        texts.panel.asItWas
      )}
    </p>
  );
}

/** Deleted or hidden from this user; any other problem may be temporary. */
export const isGone = (problem: Error) =>
  problem instanceof ApiError && (problem.status === 404 || problem.status === 403);

/** If a window begins in the middle of a table, adds the table's header and drops the partial row. */
function useHeaderBefore(itemId: string, page: ItemText | undefined, chunk?: string): string {
  const inTable = page !== undefined && page.start > 0 && startsInTable(page.text);
  const header = useQuery({
    queryKey: ['table-header', itemId, page?.start, chunk],
    queryFn: () => headerBefore(itemId, page?.start ?? 0, chunk),
    enabled: inTable,
    staleTime: 60_000,
  });
  return inTable ? (header.data ?? '') : '';
}

const startsInTable = (text: string) => /^[^\n]*\|[^\n]*\n\|/.test(text);

function wholeLines(whole: ItemText, header: string): ItemText {
  const page = withoutHalfRow(whole);
  if (page.start === 0 || !startsInTable(page.text)) return page;
  const cut = page.text.indexOf('\n') + 1;
  // Positions count from `start`: the header precedes the window without being part of it.
  return { ...page, text: header + page.text.slice(cut), start: page.start + cut - header.length };
}

/** The rest of a cut table row comes with the next window. */
function withoutHalfRow(page: ItemText): ItemText {
  const end = page.text.lastIndexOf('\n') + 1;
  const isHalf = page.end < page.characters && end > 0 && page.text.startsWith('|', end);
  return isHalf ? { ...page, text: page.text.slice(0, end), end: page.start + end } : page;
}

/** Formats in which single line breaks only wrap lines. */
function isProse(mediaType: string): boolean {
  return /markdown|html|pdf|word|presentation|epub|rfc822/.test(mediaType);
}

export function Loading() {
  return (
    <div className="p-4">
      <SkeletonRows rows={9} />
    </div>
  );
}
