import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** Makes the field as tall as its text; its maximum is a matter of style. */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
