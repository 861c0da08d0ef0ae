import { ArrowUp, Eye, Paperclip, Square } from 'lucide-react';
import { useId, useRef, useState, useLayoutEffect } from 'react';
import type { ClipboardEvent, DragEvent, KeyboardEvent, RefObject } from 'react';
import { messageOf } from '../api/api-error.js';
import { previewContext, stopTurn } from '../api/turns.js';
import type { TurnRequest } from '../api/turns.js';
import type { FileRow } from '../api/types.js';
import { writeStored } from '../lib/stored.js';
import { useIsNarrow } from '../lib/use-media.js';
import { useWidth } from '../lib/use-width.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { carriesFolder, droppedFiles } from '../uploads/dropped-files.js';
import { addFiles, openTray } from '../uploads/tray.js';
import { AppliesBar } from './applies-bar.js';
import { AttachmentChips } from './attachment-chips.js';
import { BudgetNotice, SPENDING } from './budget-notice.js';
import { turnChoices } from './choices.js';
import type { Choices } from './choices.js';
import { MentionList } from './mention-list.js';
import { useAttachments } from './use-attachments.js';
import { useDraft } from './use-draft.js';
import { useMentionField } from './use-mention-field.js';
import { useOfferedAttachments } from './offer-attachment.js';
import { usePrefill } from './prefill.js';

/** Pixels that the longer hint needs on one line. */
const roomForHint = 400;

export interface ComposerProps {
  draftKey: string;
  /** Null before the first message: sending it creates the conversation. */
  conversationId: string | null;
  choices: Choices;
  onChoices: (change: Partial<Choices>) => void;
  /** The message that the next one follows, with its choices; the composer waits while that is loading. */
  position: () => Promise<Position>;
  runningTurnId: string | null;
  onSend: (request: TurnRequest, files: FileRow[]) => Promise<void>;
}

export interface Position {
  parentMessageId: string | null;
  choices: Choices;
}

export function Composer(props: ComposerProps) {
  const { conversationId, runningTurnId, choices } = props;
  const { text, setText } = useDraft(props.draftKey);
  const files = useAttachments();
  const [busy, setBusy] = useState(false);
  const [stopping, setStopping] = useState<string | null>(null);
  const [dragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [hurried, setHurried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const listId = useId();
  const narrow = useIsNarrow();
  const panel = usePanel();
  const mentions = useMentionField({
    field,
    text,
    setText,
    onPick: ({ value }) =>
      props.onChoices({ scope: [...choices.scope.filter((known) => known !== value), value] }),
  });
  const width = useWidth(field);
  const isShort = narrow || width < roomForHint;
  useGrowingField(field, { text, width, isShort });
  usePrefill((added) => {
    setText(text === '' ? added : `${text}\n${added}`);
    field.current?.focus();
  });

  useOfferedAttachments((file) => {
    files.take(file);
    field.current?.focus();
  });

  const rows = files.attachments.flatMap((entry) => (entry.row === null ? [] : [entry.row]));
  const waiting = files.attachments.some((entry) => entry.state === 'sending' || entry.state === 'uploaded');
  const canSend = !busy && !waiting && runningTurnId === null && (text.trim() !== '' || rows.length > 0);
  const request = ({ parentMessageId, choices: chosen }: Position): TurnRequest => ({
    text: text.trim(),
    parentMessageId,
    ...(rows.length === 0 ? {} : { fileIds: rows.map((row) => row.id) }),
    ...turnChoices(chosen),
  });

  const held =
    runningTurnId !== null ? texts.composer.waitForAnswer : waiting ? texts.composer.waitForFiles : null;
  const send = async () => {
    setHurried(held !== null && text.trim() !== '');
    if (!canSend) return;
    setBusy(true);
    setProblem(null);
    try {
      await props.onSend(request(await props.position()), rows);
      setText('');
      writeStored(`draft:${props.draftKey}`, null);
      files.clear();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const stop = () => {
    if (runningTurnId === null) return;
    setStopping(runningTurnId);
    stopTurn(runningTurnId).catch((error: unknown) => {
      setStopping(null);
      setProblem(messageOf(error));
    });
  };
  const preview = async () => {
    try {
      const position = await props.position();
      const body = { ...request(position), projectId: position.choices.projectId };
      panel.open({ kind: 'preview', report: (await previewContext(conversationId, body)).report });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Escape' && runningTurnId !== null) stop();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (narrow && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    files.add(event.clipboardData.files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    // A folder cannot be attached; its documents are added, as elsewhere on the page.
    if (carriesFolder(event.dataTransfer)) {
      openTray(true);
      void droppedFiles(event.dataTransfer)
        .then((dropped) => addFiles({ files: dropped }))
        .catch(() => undefined);
    } else files.add(event.dataTransfer.files);
  };

  return (
    <div className="no-print mx-auto w-full max-w-3xl px-3 pb-3 sm:px-6">
      <BudgetNotice
        of={files.attachments.length === 0 ? SPENDING : [...SPENDING, 'storageBytes']}
        changed={runningTurnId}
      />
      {problem === null ? null : (
        <div className="pb-2">
          <Notice tone="error">{problem}</Notice>
        </div>
      )}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={onDrop}
        data-testid="composer"
        className="relative rounded-2xl border border-line-strong/60 bg-raised shadow-sm focus-within:border-accent"
      >
        {mentions.open ? (
          <MentionList
            id={listId}
            entries={mentions.entries}
            active={mentions.active}
            onPick={mentions.pick}
          />
        ) : null}
        <AppliesBar choices={choices} onChange={props.onChoices} />
        <AttachmentChips attachments={files.attachments} onRemove={files.remove} />
        <textarea
          ref={field}
          data-composer
          value={text}
          rows={1}
          dir="auto"
          aria-label={texts.composer.label}
          aria-controls={mentions.open ? listId : undefined}
          aria-activedescendant={
            mentions.open && mentions.entries.length > 0 ? `${listId}-${mentions.active}` : undefined
          }
          placeholder={isShort ? texts.composer.placeholderShort : texts.composer.placeholder}
          onChange={(event) => {
            setText(event.target.value);
            setHurried(false);
          }}
          onSelect={mentions.onSelect}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="scroll-quiet block max-h-[40vh] w-full resize-none bg-transparent px-4 pt-2 pb-1 text-base outline-none"
        />
        <p role="status" className="px-4 text-xs text-soft empty:hidden">
          {hurried ? held : null}
        </p>
        <div className="flex items-center gap-1 px-2 pb-2">
          <IconButton label={texts.composer.attach} onClick={() => picker.current?.click()}>
            <Paperclip size={17} />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            className="hidden"
            aria-label={texts.composer.attach}
            onChange={(event) => {
              files.add(event.target.files ?? []);
              event.target.value = '';
            }}
          />
          <span className="flex-1" />
          <IconButton label={texts.composer.preview} onClick={() => void preview()}>
            <Eye size={17} />
          </IconButton>
          {runningTurnId === null ? (
            <button
              type="button"
              aria-label={texts.composer.send}
              disabled={!canSend}
              onClick={() => void send()}
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent disabled:bg-line disabled:text-soft"
            >
              <ArrowUp size={18} />
            </button>
          ) : (
            <button
              type="button"
              aria-label={stopping === runningTurnId ? texts.composer.stopping : texts.composer.stop}
              disabled={stopping === runningTurnId}
              onClick={stop}
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-ink text-paper disabled:opacity-50"
            >
              <Square size={14} fill="currentColor" />
            </button>
          )}
        </div>
        {dragging ? (
          <div className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-2xl border-2 border-dashed border-accent bg-accent-soft/90 text-sm font-medium text-accent">
            {texts.composer.drop}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Makes the field as tall as its text or placeholder at the current width; CSS sets the maximum. */
function useGrowingField(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, width, isShort }: { text: string; width: number; isShort: boolean },
): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text, width, isShort]);
}
