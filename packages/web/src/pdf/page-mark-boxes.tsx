import type { Ref } from 'react';
import type { PageMark } from './page-marks.js';

const looks: Record<'text' | 'framed' | 'doubtful', string> = {
  text: 'rounded-xs bg-[#f5d24d] mix-blend-multiply',
  framed: 'rounded-xs bg-[#f5d24d]/40 outline-2 outline-[#b7791f] mix-blend-multiply',
  doubtful: 'rounded-xs bg-[#f5a14d]/40 outline-2 outline-dashed outline-[#b42318] mix-blend-multiply',
};

/** Marks on the image of a page, which stays light in dark mode. `first` is the one to scroll to. */
export function PageMarkBoxes({ marks, first }: { marks: readonly PageMark[]; first: Ref<HTMLElement> }) {
  return marks.map(({ look = 'text' as const, ...place }, position) => (
    <mark
      key={position}
      ref={position === 0 ? first : null}
      aria-hidden="true"
      data-look={look}
      className={`absolute scroll-mx-6 ${looks[look]}`}
      style={place}
    />
  ));
}
