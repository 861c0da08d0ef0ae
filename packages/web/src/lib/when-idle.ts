/** Later, when the page has nothing else to do. */
export function whenIdle(run: () => void): void {
  (window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200)))(run);
}
