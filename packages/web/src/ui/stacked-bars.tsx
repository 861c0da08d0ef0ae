import { useId } from 'react';

const HEIGHT = 160;
const GAP = 8;

export interface BarSeries {
  label: string;
  colour: string;
  /** Distinguishable without colours. */
  isStriped?: boolean;
}

export interface Bar {
  key: string;
  /** All figures of the bar, as a tooltip and for screen readers. */
  title: string;
  /** Below the bar. */
  label: string | null;
  /** One for each series, bottom to top. */
  values: readonly number[];
}

/** Figures over time. If they do not fit, the last ones are visible. */
export function StackedBars(props: {
  title: string;
  series: readonly BarSeries[];
  bars: readonly Bar[];
  barWidth: number;
  testId?: string;
}) {
  const { title, series, bars, barWidth } = props;
  const pattern = useId();
  const highest = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const width = Math.max(bars.length * barWidth, 240);
  const scale = (value: number) => (value / highest) * (HEIGHT - 20);
  return (
    <figure data-testid={props.testId}>
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-4 text-sm font-semibold">
        {title}
        {series.map((one) => (
          <Legend key={one.label} {...one} />
        ))}
      </figcaption>
      <div
        ref={(element) => {
          if (element !== null) element.scrollLeft = element.scrollWidth;
        }}
        className="scroll-quiet overflow-x-auto"
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        <svg width={width} height={HEIGHT + 22} role="img" aria-label={title}>
          <defs>
            {series.map(({ colour, isStriped }, place) =>
              isStriped ? <Stripes key={place} id={`${pattern}${place}`} colour={colour} /> : null,
            )}
          </defs>
          <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} stroke="var(--line-strong)" />
          {bars.map(({ key, title: said, label, values }, position) => {
            const x = position * barWidth + GAP / 2;
            return (
              <g key={key}>
                <title>{said}</title>
                {series.map(({ colour, isStriped }, place) => (
                  <rect
                    key={place}
                    x={x}
                    y={HEIGHT - scale(sum(values.slice(0, place + 1)))}
                    width={barWidth - GAP}
                    height={scale(values[place] ?? 0)}
                    {...(isStriped ? { fill: `url(#${pattern}${place})`, stroke: colour } : { fill: colour })}
                  />
                ))}
                {label === null ? null : (
                  <text x={x} y={HEIGHT + 16} fontSize="11" fill="var(--soft)">
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function Stripes({ id, colour }: { id: string; colour: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="6" fill={colour} />
    </pattern>
  );
}

function Legend({ colour, label, isStriped }: BarSeries) {
  const stripes = `repeating-linear-gradient(45deg, ${colour} 0 2px, transparent 2px 4px)`;
  return (
    <span className="flex items-center gap-1.5 text-xs font-normal text-soft">
      <span
        aria-hidden="true"
        className="size-2.5 rounded-sm border"
        style={{ borderColor: colour, background: isStriped ? stripes : colour }}
      />
      {label}
    </span>
  );
}
