/** A share from 0 to 1 as a bar, and as a value for screen readers. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  return (
    <>
      <progress className="sr-only" value={share} max={1} aria-label={label} />
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
    </>
  );
}
