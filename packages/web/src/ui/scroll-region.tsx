import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.js';

/** A part that scrolls by itself. It can be focused, because otherwise a keyboard could not scroll it. */
export function ScrollRegion(props: { label: string; className: string; children: ReactNode }) {
  return (
    <div
      className={classNames('scroll-quiet', props.className)}
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      {props.children}
    </div>
  );
}
