import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useRef } from 'react';

/** Says something to those who listen to the page, and the region that it is said from, which has to be drawn. */
export function useAnnouncer(): [say: (text: string) => void, region: ReactNode] {
  const region = useRef<HTMLDivElement>(null);
  const say = useCallback((text: string) => {
    if (!region.current) return;
    // The same words once more are only said where the text differs.
    region.current.textContent = region.current.textContent === text ? `${text}\u00a0` : text;
  }, []);
  return [say, <VisuallyHidden key="announcer" ref={region} role="status" aria-live="polite" />];
}
