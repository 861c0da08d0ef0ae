/** Runs later, when the page is idle. */
export function whenIdle(run: () => void): void {
  (window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200)))(run);
}
