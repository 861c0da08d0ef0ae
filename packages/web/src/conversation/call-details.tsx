import type { JsonValue } from '@ibid/core';
import { callTitle } from './call-title.js';
import { useProgressWords } from './call-progress.js';
import { plainPreview } from '../lib/plain-preview.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import type { CallView, ProgressView } from '@ibid/core/turn-view';
import { Notice } from '../ui/notice.js';

const shownResult = 3_000;

export function CallDetails({ call }: { call: CallView }) {
  const panel = usePanel();
  // Do not repeat what the title says.
  const title = callTitle(call);
  const flat = flatInput(call.input)?.filter(([, value]) => !title.endsWith(value)) ?? null;
  const input = call.input === null ? call.inputText : JSON.stringify(call.input, null, 1);
  const descriptor = call.result?.descriptor ?? null;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {flat !== null ? (
        <Facts entries={flat} />
      ) : input === '' || input === '{}' ? null : (
        <Text label={texts.tools.input} text={input} />
      )}
      <Progress entries={call.progress} />
      {call.sources.length === 0 ? null : (
        <ul className="flex flex-col gap-1.5">
          {call.sources.map((source) => (
            <li key={source.sourceId}>
              <button
                type="button"
                onClick={() =>
                  panel.open({
                    kind: 'document',
                    itemId: source.itemId,
                    title: source.title,
                    number: source.number,
                    citation: null,
                    ...(source.span === undefined ? {} : { span: source.span }),
                    ...(source.page === undefined ? {} : { page: source.page }),
                  })
                }
                className="w-full rounded-lg border bg-raised px-3 py-2 text-start hover:border-line-strong"
              >
                <span className="flex items-baseline gap-2">
                  <span className="font-semibold text-accent tabular-nums">{source.number}</span>
                  <bdi className="min-w-0 flex-1 truncate font-medium">{source.title}</bdi>
                  {source.page === undefined ? null : (
                    <span className="text-xs text-soft">{texts.citations.page(source.page)}</span>
                  )}
                </span>
                <span className="mt-0.5 line-clamp-2 text-xs break-words text-soft">
                  {plainPreview(source.preview, source.title)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {call.result === null ? null : call.result.isError ? (
        <Notice tone="error">{call.result.text}</Notice>
      ) : (
        <>
          {call.result.figures === null ? null : <Facts entries={flatInput(call.result.figures) ?? []} />}
          {call.result.text === '' || call.sources.length > 0 ? null : (
            <Text label={texts.tools.result} text={call.result.text.slice(0, shownResult)} />
          )}
        </>
      )}
      {descriptor === null ? null : (
        <button
          type="button"
          onClick={() => panel.open({ kind: 'references', name: descriptor })}
          className="self-start text-xs font-medium text-accent underline"
        >
          {texts.tools.whole}
        </button>
      )}
    </div>
  );
}

function Facts({ entries }: { entries: [string, string][] }) {
  if (entries.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name.replaceAll('_', ' ')}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Arguments that are all short values read better as a list than as JSON. */
function flatInput(input: JsonValue | null): [string, string][] | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  const entries = Object.entries(input);
  const isFlat =
    entries.length > 0 && entries.every(([, value]) => value === null || typeof value !== 'object');
  return isFlat
    ? entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : null;
}

function Progress({ entries }: { entries: ProgressView[] }) {
  const words = useProgressWords();
  if (entries.length === 0) return null;
  return (
    <ol className="flex flex-col gap-1 border-s ps-3 text-xs text-soft">
      {entries.map((entry, position) => (
        <li key={position} className="break-words">
          {entry.step === null || entry.step === 0 || entry.step === entries[position - 1]?.step ? null : (
            <span className="block pt-1 font-semibold text-ink">{texts.tools.step(entry.step)}</span>
          )}
          {words(entry)}
        </li>
      ))}
    </ol>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-xs font-semibold text-soft">{label}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="scroll-quiet max-h-60 overflow-auto rounded-lg bg-paper p-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </div>
  );
}
