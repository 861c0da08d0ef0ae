import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Contradiction } from '../api/contradictions.js';
import { passageSearch } from '../lib/passage-search.js';
import { Quote } from '../panel/quote.js';
import { ItemTitle } from '../shared/item-title.js';
import { texts } from '../texts/texts.js';

type ContradictionSide = Contradiction['sides'][number];

/** How a side opens at its passage: as a link where navigating away is fine, otherwise as a button. */
export type OpenSide = (side: ContradictionSide, children: ReactNode) => ReactNode;

/** ANS-3: contradicting documents side by side; pairs that a language model rejected come last, collapsed. */
export function ContradictionPairs({
  rows,
  openSide = linkToSide,
}: {
  rows: readonly Contradiction[];
  openSide?: OpenSide;
}) {
  const shown = rows.filter(({ standing }) => standing !== 'rejected');
  const rejected = rows.filter(({ standing }) => standing === 'rejected');
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-4">
        {shown.map((row, place) => (
          <Pair key={place} row={row} openSide={openSide} />
        ))}
      </ol>
      {rejected.length === 0 ? null : (
        <details className="text-sm">
          <summary className="cursor-pointer text-soft">
            {texts.contradictions.rejected(rejected.length)}
          </summary>
          <ol className="mt-3 flex flex-col gap-4">
            {rejected.map((row, place) => (
              <Pair key={place} row={row} openSide={openSide} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Pair({ row, openSide }: { row: Contradiction; openSide: OpenSide }) {
  const [older, newer] = row.sides;
  if (older === undefined || newer === undefined) return null;
  return (
    <li
      className="@container rounded-xl border bg-raised p-4 text-sm"
      data-testid="contradiction"
      data-standing={row.standing}
    >
      <h3 className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="min-w-0 font-serif text-base font-semibold break-words" dir="auto">
          {texts.contradictions.against(inShort(older), inShort(newer))}
        </span>
        <span className="text-xs text-soft">{texts.contradictions.kinds[row.kind]}</span>
      </h3>
      <p className="mt-0.5 text-xs text-soft">
        {texts.contradictions.standings[row.standing]}
        {row.opinion === undefined || row.opinion.reason === '' ? null : ` “${row.opinion.reason}”`}
      </p>
      <div className="mt-3 grid gap-3 @lg:grid-cols-2">
        {[older, newer].map((side) => (
          <Side key={side.itemId} side={side} openSide={openSide} isShared={older.title === newer.title} />
        ))}
      </div>
    </li>
  );
}

function Side(props: { side: ContradictionSide; openSide: OpenSide; isShared: boolean }) {
  const { side, openSide } = props;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        {openSide(side, <ItemTitle itemId={side.itemId} title={side.title} isShared={props.isShared} />)}
        {side.date === null ? null : (
          <span className="text-xs whitespace-nowrap text-soft">
            {texts.against.date(side.date.value.slice(0, 10), side.date.of)}
          </span>
        )}
      </div>
      <Quote text={side.passage.text} />
    </div>
  );
}

/** `180 days (2021)` */
function inShort({ said, date }: ContradictionSide): string {
  return date?.of === 'document' ? `${said} (${date.value.slice(0, 4)})` : said;
}

function linkToSide({ itemId, passage }: ContradictionSide, children: ReactNode): ReactNode {
  return (
    <Link
      to="/items/$itemId"
      params={{ itemId }}
      search={passageSearch(passage)}
      className="min-w-0 font-semibold hover:underline"
    >
      {children}
    </Link>
  );
}
