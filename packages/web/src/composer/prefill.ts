import { useEffect, useEffectEvent } from 'react';

const eventName = 'ibid:prefill';

/** Puts text into the message field from anywhere on the page, without coupling the two. */
export function prefillComposer(text: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: text }));
}

export function usePrefill(onText: (text: string) => void): void {
  const put = useEffectEvent(onText);
  useEffect(() => {
    const listener = (event: Event) => put(String((event as CustomEvent).detail));
    window.addEventListener(eventName, listener);
    return () => window.removeEventListener(eventName, listener);
  }, []);
}
