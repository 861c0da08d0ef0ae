import { formatNumber } from '../lib/format-number.js';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ContextPart, ContextReport } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { ContextBar } from './context-bar.js';
import { seriesOf } from './context-series.js';

const sum = 'mt-1 border-t pt-1.5 font-medium';

/** One context report: the parts in order with their share, the exact text of each, and what was left out and why. */
export function ContextReportView({ report }: { report: ContextReport }) {
  const { budget } = report;
  return (
    <div className="flex flex-col gap-5 p-4">
      <section>
        <p className="mb-2 flex flex-wrap items-baseline gap-x-2">
          <span className="font-serif text-xl tabular-nums">
            {texts.context.total(report.totalTokens, budget.available)}
          </span>
          <span className="text-xs text-soft">{texts.context.tokenizer(report.tokenizer)}</span>
        </p>
        <ContextBar report={report} />
        <p className="mt-2 text-xs text-soft">
          {report.sharedPrefixTokens === null
            ? texts.context.noPrefix
            : texts.context.prefix(report.sharedPrefixTokens)}
        </p>
        {report.shortForm === undefined ? null : (
          <p className="mt-1 text-xs text-soft">{texts.context.shortForm(texts.engine(report.shortForm))}</p>
        )}
        {report.briefTools === undefined ? null : (
          <p className="mt-1 text-xs text-soft">
            {texts.context.briefTools(texts.engine(report.briefTools))}
          </p>
        )}
        {report.project.mode === 'none' ? null : (
          <p className="mt-1 text-xs text-soft">{texts.engine(report.project.reason)}</p>
        )}
      </section>
      <ol className="flex flex-col">
        {report.parts.map((part, position) => (
          <Part key={position} part={part} />
        ))}
      </ol>
      <section>
        <h3 className="mb-2 text-sm font-semibold">{texts.context.removals}</h3>
        {report.removals.length === 0 ? (
          <p className="text-sm text-soft">{texts.context.noRemovals}</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {report.removals.map((removal, position) => (
              <li key={position} className="rounded-lg border px-3 py-2 text-sm">
                <p className="flex flex-wrap gap-x-2">
                  <span className="font-medium">{texts.context.kinds[removal.kind] ?? removal.kind}</span>
                  <span className="text-weak">{texts.context.actions[removal.action] ?? removal.action}</span>
                  <span className="ms-auto text-xs text-soft tabular-nums">
                    {texts.context.sizes(removal.tokensBefore, removal.tokensAfter)}
                  </span>
                </p>
                <p className="text-xs break-words text-soft">
                  {[texts.engine(removal.reason), ...namedOrigin(removal), removal.descriptor ?? '']
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className="mb-2 text-sm font-semibold">{texts.context.budget}</h3>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          {(['window', 'reservedOutput', 'safetyMargin', 'toolDefinitions', 'available'] as const).map(
            (term) => (
              <div key={term} className="contents">
                <dt className={term === 'available' ? sum : 'text-soft'}>
                  {texts.context[term]}
                  {term === 'window' && budget.windowFrom !== undefined
                    ? ` (${texts.context.windowFrom[budget.windowFrom]})`
                    : ''}
                </dt>
                <dd className={`text-end tabular-nums ${term === 'available' ? sum : ''}`}>
                  {term === 'window' || term === 'available' ? '' : '− '}
                  {formatNumber(budget[term])}
                </dd>
              </div>
            ),
          )}
        </dl>
      </section>
    </div>
  );
}

/** Ids mean nothing to users; names, handles and tools do. */
function namedOrigin({
  kind,
  origin,
  text,
}: Pick<ContextPart, 'kind' | 'origin'> & { text?: string }): string[] {
  if (kind === 'tool-call') return text === undefined ? [] : [text.split('(', 1)[0] ?? ''];
  return kind === 'tool-result' || /^[0-9a-z]{26}$/i.test(origin) ? [] : [origin];
}

function Part({ part }: { part: ContextPart }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 rounded-md py-2 text-start text-sm hover:bg-panel"
      >
        <ChevronRight
          size={14}
          className={`shrink-0 text-soft transition-transform ${open ? 'rotate-90' : ''}`}
        />
        <span
          aria-hidden="true"
          className="size-2.5 shrink-0 rounded-sm"
          style={{ background: seriesOf(part.kind) }}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{texts.context.kinds[part.kind] ?? part.kind}</span>
          <span className="block truncate text-xs text-soft">
            {[texts.engine(part.reason), ...namedOrigin(part)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="text-xs text-soft tabular-nums">{texts.common.tokens(part.tokens)}</span>
      </button>
      {open ? (
        <pre
          tabIndex={0}
          role="region"
          aria-label={texts.context.kinds[part.kind] ?? part.kind}
          className="scroll-quiet mb-3 max-h-96 overflow-auto rounded-lg bg-panel p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {part.text}
        </pre>
      ) : null}
    </li>
  );
}
