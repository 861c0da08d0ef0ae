/** Small values stored in this browser. Storage may be disabled or full; the page works without it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`ibid:${key}`);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null || value === '') localStorage.removeItem(`ibid:${key}`);
    else localStorage.setItem(`ibid:${key}`, value);
  } catch {
    // Nothing depends on it.
  }
}
