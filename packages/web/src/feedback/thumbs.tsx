import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ChosenMark } from '../api/feedback.js';
import { IconButton } from '../ui/icon-button.js';

/** Right or wrong; pressing the active one removes it. */
export function Thumbs(props: {
  labels: Record<ChosenMark, string>;
  value: ChosenMark | null;
  onChange: (value: ChosenMark | null) => void;
  /** In a card that closes on losing focus, they cannot be reached by keyboard. */
  byPointerOnly?: boolean;
}) {
  const icons = { right: ThumbsUp, wrong: ThumbsDown };
  return (
    <>
      {(['right', 'wrong'] as const).map((mark) => {
        const Icon = icons[mark];
        const isPressed = props.value === mark;
        return (
          <IconButton
            key={mark}
            small
            label={props.labels[mark]}
            active={isPressed}
            aria-pressed={isPressed}
            {...(props.byPointerOnly ? { tabIndex: -1 } : {})}
            onClick={() => props.onChange(isPressed ? null : mark)}
          >
            <Icon size={15} fill={isPressed ? 'currentColor' : 'none'} />
          </IconButton>
        );
      })}
    </>
  );
}
