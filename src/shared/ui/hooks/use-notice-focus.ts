import { type RefObject, useEffect, useRef } from 'react';

/** For a notice that replaces what had the focus: the notice has it instead, so that the keyboard goes on there. */
export function useNoticeFocus(): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return notice;
}
