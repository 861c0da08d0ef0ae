import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { dismiss, openTray, useTray } from './tray.js';
import { SampleOffer } from './sample-offer.js';
import { asListed, isSettled, trayProgress } from './tray-entries.js';
import type { TrayEntry } from './tray-entries.js';

/** WEB-11: every added file with its result and reason, until dismissed. Below the page, covering nothing. */
export function UploadTray() {
  const { entries, isOpen } = useTray();
  if (entries.length === 0) return null;
  const settled = entries.filter(isSettled);
  const countOf = (state: TrayEntry['state']) => entries.filter((entry) => entry.state === state).length;
  const [ready, there, skipped, failed] = [
    countOf('ready'),
    countOf('there'),
    countOf('skipped'),
    countOf('failed'),
  ];
  const busy = entries.length - settled.length;
  const progress = trayProgress(entries);
  const current = entries.find((entry) => entry.state === 'reading' || entry.state === 'sending');
  const summary = [
    busy > 0 ? texts.uploads.busy(progress.done, entries.length) : '',
    busy === 0 && (ready > 0 || there === 0) ? texts.uploads.ready(ready) : '',
    there > 0 ? texts.knowledge.progressUnchanged(there) : '',
    failed > 0 ? texts.knowledge.progressFailed(failed) : '',
    skipped > 0 ? texts.knowledge.progressSkipped(skipped) : '',
  ].filter((part) => part !== '');
  return (
    <section
      aria-label={texts.uploads.title}
      data-testid="tray"
      data-busy={busy > 0}
      className="no-print flex max-h-[min(40vh,16rem)] shrink-0 flex-col overflow-hidden border-t bg-raised text-sm"
    >
      <div className="flex items-center gap-1 ps-4 pe-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => openTray(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-start"
        >
          {busy > 0 ? (
            <LoaderCircle size={15} className="shrink-0 animate-spin text-accent" />
          ) : failed > 0 ? (
            <CircleAlert size={15} className="shrink-0 text-unsupported" />
          ) : (
            <CircleCheck size={15} className="shrink-0 text-supported" />
          )}
          <span className="min-w-0 flex-1 truncate" role="status">
            <span className="font-medium">{summary.join(' · ')}</span>
            {current === undefined ? null : <span className="text-soft"> · {current.name}</span>}
          </span>
          {isOpen ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
        </button>
        {settled.length === 0 ? null : (
          <IconButton small label={texts.uploads.dismissAll} onClick={() => dismiss(null)}>
            <X size={15} />
          </IconButton>
        )}
      </div>
      {busy > 0 ? (
        <div className="px-4 pb-2">
          <ProgressBar share={progress.share} label={texts.uploads.title} />
        </div>
      ) : null}
      <SampleOffer entries={entries} />
      {isOpen ? (
        <ul className="scroll-quiet min-h-0 flex-1 overflow-y-auto border-t px-4" tabIndex={0}>
          {asListed(entries).map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Row({ entry }: { entry: TrayEntry }) {
  const scope = entry.itemId === null ? null : `${entry.baseId}/${entry.itemId}`;
  return (
    <li data-state={entry.state} className="flex items-start gap-2 border-b py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <bdi className="block truncate" title={entry.path}>
          {entry.name}
        </bdi>
        <p
          className={`text-xs break-words whitespace-pre-line ${entry.state === 'failed' ? 'text-unsupported' : 'text-soft'}`}
        >
          {entry.state === 'sending' && entry.share !== null
            ? texts.composer.fileSending(entry.share)
            : texts.uploads.states[entry.state]}
          {entry.reason === null ? '' : `: ${texts.engine(entry.reason)}`}
        </p>
      </div>
      {scope === null ? null : (
        <Link to="/" search={{ scope }} className="py-0.5 text-xs font-medium text-accent hover:underline">
          {texts.knowledge.ask}
        </Link>
      )}
      {isSettled(entry) ? (
        <IconButton small label={texts.uploads.dismiss(entry.name)} onClick={() => dismiss(entry.key)}>
          <X size={13} />
        </IconButton>
      ) : null}
    </li>
  );
}
