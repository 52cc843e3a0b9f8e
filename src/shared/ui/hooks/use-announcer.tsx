import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useRef } from 'react';

/** A function that announces text to screen readers, and the live region for it, which must be rendered. */
export function useAnnouncer(): [say: (text: string) => void, region: ReactNode] {
  const region = useRef<HTMLDivElement>(null);
  const say = useCallback((text: string) => {
    if (!region.current) return;
    // Screen readers only announce the same message again if the text differs.
    region.current.textContent = region.current.textContent === text ? `${text}\u00a0` : text;
  }, []);
  return [say, <VisuallyHidden key="announcer" ref={region} role="status" aria-live="polite" />];
}
