import { useEffect, useRef, useState } from 'react';

/** Clipboard content: text, and the same as HTML if available in time. */
export interface Copied {
  text: string;
  html?: string;
}

/** Copies text and shows a brief confirmation. */
export function useCopy(): { copied: boolean; copy: (what: string | Promise<Copied>) => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const copy = (what: string | Promise<Copied>) => {
    void (typeof what === 'string' ? copyText(what) : copyRich(what)).then(() => {
      setCopied(true);
      timer.current = setTimeout(() => setCopied(false), 1_600);
    });
  };
  return { copied, copy };
}

/** Passes the promise to the browser, which only allows copying shortly after the click. */
async function copyRich(what: Promise<Copied>): Promise<void> {
  if (navigator.clipboard === undefined || typeof ClipboardItem === 'undefined') {
    await copyText((await what).text);
    return;
  }
  const blob = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': what.then(({ text }) => blob('text/plain', text)),
      'text/html': what.then(({ html, text }) => blob('text/html', html ?? `<pre>${escaped(text)}</pre>`)),
    }),
  ]);
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The clipboard API exists only on secure origins; a server over plain HTTP needs the legacy way. */
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
