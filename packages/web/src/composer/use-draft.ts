import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../lib/stored.js';
import { useLatest } from '../lib/use-latest.js';

const pause = 300;

/** The current text, stored in this browser per conversation until it is sent. */
export function useDraft(key: string): { text: string; setText: (text: string) => void } {
  const [text, setText] = useState(() => readStored(`draft:${key}`) ?? '');
  const latest = useLatest(text);
  useEffect(() => {
    const timer = setTimeout(() => writeStored(`draft:${key}`, text), pause);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    const save = () => writeStored(`draft:${key}`, latest.current);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key, latest]);
  return { text, setText };
}
