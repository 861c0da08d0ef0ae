import { classNames } from '../lib/class-names.js';

/** A placeholder while loading, so nothing jumps afterwards. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-breathe rounded-md bg-line/70', className ?? 'h-4')}
    />
  );
}

export function SkeletonRows({ rows = 5, className }: { rows?: number; className?: string }) {
  return (
    <div className="flex flex-col gap-3" role="status" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={classNames('h-5', className, row % 3 === 2 && 'w-2/3')} />
      ))}
    </div>
  );
}
