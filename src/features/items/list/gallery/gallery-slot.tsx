import { type ReactNode, useRef } from 'react';
import { marksClass } from '../../../../shared/table/row-marks.ts';
import { usePageStart } from '../../../../shared/table/use-page-start.ts';
import { useFocusFallback } from '../../../../shared/ui/hooks/use-focus-fallback.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import classes from '../items-list.module.css';
import type { GalleryProps } from './gallery.tsx';

const Gallery = lazyPart<GalleryProps>(() => import('./gallery.tsx').then((m) => m.Gallery));

interface GallerySlotProps extends GalleryProps {
  /** Replaces the cards with an empty or error state. */
  instead: ReactNode;
}

/** The part of the page that a gallery scrolls in, which is there before its code. */
export function GallerySlot({ instead, ...gallery }: GallerySlotProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const { label, offset, isStale } = gallery;
  const trackScroll = usePageStart(viewport, offset, isStale);
  const { props } = useFocusFallback(viewport);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls
    <div
      ref={viewport}
      className={`${classes.gallery} ${marksClass}`}
      role="region"
      aria-label={label}
      // Its cards are reached by Tab; it gets the focus if the focused one is removed.
      tabIndex={-1}
      onScroll={trackScroll}
      {...props}
    >
      {instead ?? <Gallery {...gallery} />}
    </div>
  );
}
