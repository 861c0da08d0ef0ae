/** How many characters are read one by one during the work; the same on any machine. */
export function charactersRead(work: () => void): number {
  const { prototype } = String;
  const own = Object.getOwnPropertyDescriptor(prototype, 'charCodeAt');
  const read = own?.value as (this: string, index: number) => number;
  let times = 0;
  const count = function count(this: string, index: number): number {
    times++;
    return read.call(this, index);
  };
  Object.defineProperty(prototype, 'charCodeAt', { ...own, value: count });
  try {
    work();
  } finally {
    Object.defineProperty(prototype, 'charCodeAt', { ...own });
  }
  return times;
}
