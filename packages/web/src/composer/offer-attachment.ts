import { useEffect, useEffectEvent } from 'react';
import type { FileRow } from '../api/types.js';

const eventName = 'ibid:attachment';
let offered: FileRow[] = [];

/** Attaches a file to the current message, from anywhere; without one, to the next message. */
export function offerAttachment(file: FileRow): void {
  offered = [...offered, file];
  window.dispatchEvent(new CustomEvent(eventName));
}

export function useOfferedAttachments(onFile: (file: FileRow) => void): void {
  const attach = useEffectEvent(onFile);
  useEffect(() => {
    const take = () => {
      const files = offered;
      offered = [];
      for (const file of files) attach(file);
    };
    take();
    window.addEventListener(eventName, take);
    return () => window.removeEventListener(eventName, take);
  }, []);
}
