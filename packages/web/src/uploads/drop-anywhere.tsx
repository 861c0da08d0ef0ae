import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKnowledgeBases } from '../api/library.js';
import { texts } from '../texts/texts.js';
import { carriesFiles, droppedFiles } from './dropped-files.js';
import { addFiles, openTray } from './tray.js';

/**
 * WEB-11: adds files and folders dropped anywhere on the window: to the knowledge base on whose page they are dropped
 * if it is the user's own, otherwise to the user's own documents. Elements that take files themselves, such as the
 * message field, take precedence.
 */
export function DropAnywhere() {
  const baseId = useParams({ strict: false }).baseId;
  const bases = useKnowledgeBases().data?.rows ?? [];
  const target = bases.find((base) => base.id === baseId && base.isOwner);
  const [over, setOver] = useState(false);
  const add = useEffectEvent((transfer: DataTransfer) => {
    openTray(true);
    void droppedFiles(transfer)
      .then((files) => addFiles({ files, ...(target === undefined ? {} : { baseId: target.id }) }))
      // The tray reports each file.
      .catch(() => undefined);
  });

  useEffect(() => {
    let depth = 0;
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // Otherwise the browser would navigate to the file.
    const onOver = (event: DragEvent) => carriesFiles(event.dataTransfer) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      const transfer = event.dataTransfer;
      if (transfer === null || !carriesFiles(transfer) || event.defaultPrevented) return;
      event.preventDefault();
      add(transfer);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  if (!over) return null;
  return (
    <div
      data-testid="drop-anywhere"
      className="pointer-events-none fixed inset-2 z-40 flex items-start justify-center rounded-2xl border-2 border-dashed border-accent bg-accent-soft/60 p-6"
    >
      <p className="rounded-xl bg-raised px-5 py-3 text-sm font-medium text-accent shadow-lg">
        {texts.uploads.drop(target?.name ?? texts.uploads.ownBase)}
      </p>
    </div>
  );
}
