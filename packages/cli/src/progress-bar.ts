import type { Terminal } from './terminal.js';

export interface Progress {
  done: number;
  /** Null while counting. */
  total: number | null;
  /** E.g. "214 chunks, 38/s". */
  note?: string;
  secondsLeft?: number | undefined;
}

/** One self-redrawing line in a terminal; elsewhere at most one line per tenth, to keep logs readable. */
export function createProgressBar(options: {
  terminal: Terminal;
  write: (text: string) => void;
  label: string;
}) {
  const { terminal, write, label } = options;
  let lastTenth = -1;
  return {
    update(progress: Progress): void {
      if (progress.total === null) {
        const sofar = progress.done > 0 ? `${progress.done} so far` : 'looking for files';
        if (terminal.isInteractive) write(`\r\u001B[2K${label} ${sofar} …`);
        return;
      }
      const share = progress.total === 0 ? 1 : Math.min(1, progress.done / progress.total);
      if (terminal.isInteractive) {
        write(`\r\u001B[2K${line({ label, share, progress, columns: terminal.columns })}`);
        return;
      }
      const tenth = Math.floor(share * 10);
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      write(`${label} ${Math.round(share * 100)} % (${progress.done}/${progress.total})\n`);
    },
    finish(): void {
      if (terminal.isInteractive) write('\r\u001B[2K');
    },
  };
}

function line(options: { label: string; share: number; progress: Progress; columns: number }): string {
  const { label, share, progress, columns } = options;
  const left = progress.secondsLeft === undefined ? '' : `  ${duration(progress.secondsLeft)} left`;
  const tail = ` ${String(Math.round(share * 100)).padStart(3)} %  ${progress.done}/${progress.total}${
    progress.note ? `  ${progress.note}` : ''
  }${left}`;
  const room = Math.max(8, Math.min(40, columns - label.length - tail.length - 3));
  const filled = Math.round(share * room);
  return `${label} ${'█'.repeat(filled)}${'░'.repeat(room - filled)}${tail}`.slice(0, columns - 1);
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
