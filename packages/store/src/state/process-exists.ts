import { readFileSync } from 'node:fs';

/** Whether a process of this machine runs. One that was killed but not collected by its parent yet does not. */
export function processExists(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    // It exists, but we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(processId);
}

/** Linux tells the state after the name, which stands in brackets and may have any characters. */
function isZombie(processId: number): boolean {
  try {
    return /\) Z [^)]*$/u.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
