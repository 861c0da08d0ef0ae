import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The latest value, for handlers that outlive their render. Written after a render, not during it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
