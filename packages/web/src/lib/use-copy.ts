import { useEffect, useRef, useState } from 'react';

/** Copies text and says so for a moment. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const copy = (text: string) => {
    void copyText(text).then(() => {
      setCopied(true);
      timer.current = setTimeout(() => setCopied(false), 1_600);
    });
  };
  return { copied, copy };
}

/** The clipboard interface exists on secure origins only; a server reached by plain HTTP needs the old way. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
