import { FileWarning, LoaderCircle, Paperclip, X } from 'lucide-react';
import { texts } from '../texts/texts.js';
import type { Attachment } from './use-attachments.js';

/** Why a file does not go with the message. On a phone there is no pointer to hover with. */
function Problems({ attachments }: { attachments: Attachment[] }) {
  const failed = attachments.filter(
    ({ state, reason }) => (state === 'failed' || state === 'unreadable') && reason,
  );
  if (failed.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 px-3 pt-2 text-xs text-weak" role="alert">
      {failed.map(({ key, name, reason }) => (
        <li key={key} className="break-words whitespace-pre-line">
          <bdi className="font-medium">{name}</bdi>: {texts.engine(reason ?? '')}
        </li>
      ))}
    </ul>
  );
}

export function AttachmentChips(props: { attachments: Attachment[]; onRemove: (key: string) => void }) {
  if (props.attachments.length === 0) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-1.5 px-3 pt-3" aria-label={texts.conversation.attachments}>
        {props.attachments.map((entry) => {
          const busy = entry.state === 'sending' || entry.state === 'uploaded';
          const bad = entry.state === 'failed' || entry.state === 'unreadable' || entry.state === 'too_large';
          const Icon = busy ? LoaderCircle : bad ? FileWarning : Paperclip;
          return (
            <li
              key={entry.key}
              title={entry.reason ? texts.engine(entry.reason) : undefined}
              data-state={entry.state}
              className={`flex max-w-72 items-center gap-1.5 rounded-lg border py-1 ps-2 pe-1 text-xs ${bad ? 'border-weak bg-weak-soft' : 'bg-panel'}`}
            >
              <Icon
                size={13}
                className={`shrink-0 ${busy ? 'animate-spin text-soft' : bad ? 'text-weak' : 'text-accent'}`}
              />
              <span className="min-w-0">
                <bdi className="block truncate font-medium">{entry.name}</bdi>
                <span className="block truncate text-soft">
                  {entry.state === 'counted' && entry.row?.tokens != null
                    ? texts.composer.fileTokens(entry.row.tokens)
                    : entry.state === 'sending' && entry.sent > 0
                      ? texts.composer.fileSending(entry.sent)
                      : texts.composer.fileStates[entry.state]}
                </span>
              </span>
              <button
                type="button"
                aria-label={texts.composer.removeFile(entry.name)}
                onClick={() => props.onRemove(entry.key)}
                className="rounded p-1 text-soft hover:text-ink"
              >
                <X size={13} />
              </button>
            </li>
          );
        })}
      </ul>
      <Problems attachments={props.attachments} />
    </>
  );
}
