/** A few figures side by side, each under its name. */
export function KeyFigures({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-soft">{name}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
