import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

const near = 48;

/**
 * Keeps the end in view while it grows, until the user scrolls up; scrolling back down resumes it. Only a user's
 * gesture stops it: growth and measuring change the scroll position too.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>): {
  atEnd: boolean;
  scrollToEnd: () => void;
} {
  const [atEnd, setAtEnd] = useState(true);
  const stuck = useRef(true);

  const scrollToEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    stuck.current = true;
    setAtEnd(true);
    element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (element === null || content === null || content === undefined) return;
    let position = element.scrollTop;
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    const onScroll = () => {
      const upwards = element.scrollTop < position - 1;
      position = element.scrollTop;
      if (distance() < near) stuck.current = true;
      else if (upwards && !grew) stuck.current = false;
      setAtEnd(stuck.current || distance() < near);
    };
    let grew = false;
    let pressed = false;
    const follow = () => {
      if (!stuck.current || pressed) {
        setAtEnd(stuck.current || distance() < near);
        return;
      }
      grew = true;
      element.scrollTop = element.scrollHeight;
      position = element.scrollTop;
      requestAnimationFrame(() => {
        grew = false;
      });
    };
    const observer = new ResizeObserver(follow);
    const release = (event: WheelEvent) => {
      if (event.deltaY < 0) stuck.current = false;
    };
    // What a user opens grows where they look: the end may leave the viewport, but the opened element may not.
    const open = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('[aria-expanded], summary')) stuck.current = false;
    };
    // A button that moves between press and release is never clicked, so nothing scrolls while the pointer is down.
    const press = ({ button }: PointerEvent) => {
      if (button === 0) pressed = true;
    };
    const lift = () => {
      if (!pressed) return;
      pressed = false;
      // After the click, which may open something.
      setTimeout(follow);
    };
    observer.observe(content);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', release, { passive: true });
    element.addEventListener('click', open, { capture: true });
    element.addEventListener('pointerdown', press, { passive: true });
    window.addEventListener('pointerup', lift, { passive: true });
    window.addEventListener('pointercancel', lift, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', release);
      element.removeEventListener('click', open, { capture: true });
      element.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', lift);
      window.removeEventListener('pointercancel', lift);
    };
  }, [scroller]);

  return { atEnd, scrollToEnd };
}
