import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value, for handlers that outlive the render they were made in. It is written after a render, not in it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
