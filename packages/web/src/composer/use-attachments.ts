import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { fetchFile, uploadFile } from '../api/files.js';
import type { FileRow } from '../api/types.js';

export interface Attachment {
  key: string;
  name: string;
  state: 'sending' | FileRow['state'] | 'failed';
  row: FileRow | null;
  reason: string | null;
  /** Share of its bytes sent, from 0 to 1. */
  sent: number;
}

const pollEvery = 600;
let count = 0;

/** Files of the current message, each with its state (CTX-4): sending, uploaded, counted. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const alive = useRef(true);
  const sending = useRef(new Map<string, AbortController>());
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const change = useCallback((key: string, update: Partial<Attachment>) => {
    setAttachments((all) => all.map((entry) => (entry.key === key ? { ...entry, ...update } : entry)));
  }, []);

  const upload = useCallback(
    async (key: string, file: File) => {
      try {
        const stopping = new AbortController();
        sending.current.set(key, stopping);
        let row = await uploadFile(file, {
          onProgress: (sent) => change(key, { sent }),
          signal: stopping.signal,
        });
        sending.current.delete(key);
        change(key, { row, state: row.state, reason: row.reason });
        while (row.state === 'uploaded' && alive.current) {
          await new Promise((resolve) => setTimeout(resolve, pollEvery));
          row = await fetchFile(row.id);
          change(key, { row, state: row.state, reason: row.reason });
        }
      } catch (error) {
        change(key, { state: 'failed', reason: messageOf(error) });
      }
    },
    [change],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const key = `file-${(count += 1)}`;
        setAttachments((all) => [
          ...all,
          { key, name: file.name, state: 'sending', row: null, reason: null, sent: 0 },
        ]);
        void upload(key, file);
      }
    },
    [upload],
  );
  const take = useCallback((row: FileRow) => {
    const key = `file-${(count += 1)}`;
    setAttachments((all) =>
      all.some((entry) => entry.row?.id === row.id)
        ? all
        : [...all, { key, name: row.name, state: row.state, row, reason: row.reason, sent: 1 }],
    );
  }, []);
  const remove = useCallback((key: string) => {
    sending.current.get(key)?.abort();
    sending.current.delete(key);
    setAttachments((all) => all.filter((entry) => entry.key !== key));
  }, []);
  const clear = useCallback(() => setAttachments([]), []);
  return { attachments, add, take, remove, clear };
}
