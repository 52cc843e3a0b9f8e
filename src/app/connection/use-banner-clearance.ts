import { useEffect, useState } from 'react';

/** Distance of the banner from the edges of the window, and below the header when it is at the top, in pixels. */
export const bannerGap = { edge: 16, header: 60 };

/** Elements taller than this remain partly visible next to the banner, in pixels. */
const tall = 200;

/**
 * Keeps a banner at the lower edge of the window from covering what the user works on: pages are padded at their end by
 * its height (`--qm-banner-room`), and the hook returns true, to move the banner to the top, while it would cover the
 * focused element.
 */
export function useBannerClearance(banner: HTMLElement | null, root: HTMLElement): boolean {
  const [isAtTop, setAtTop] = useState(false);
  useEffect(() => {
    if (!banner) return;
    const { ownerDocument: document } = root;
    const window = document.defaultView;
    if (!window) return;
    const look = () => {
      const focused = focusedBox(document);
      const { left, right, height } = banner.getBoundingClientRect();
      const top = window.innerHeight - bannerGap.edge - height;
      const isUnder =
        focused !== undefined &&
        focused.bottom > top &&
        focused.top < top + height &&
        focused.left < right &&
        focused.right > left;
      setAtTop(isUnder && focused.height < tall);
    };
    // If another element takes the focus, its own event triggers the check.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) look();
    };
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--qm-banner-room', `${banner.offsetHeight + bannerGap.edge}px`);
      look();
    });
    observer.observe(banner);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', leave);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    document.addEventListener('keyup', look);
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', leave);
      document.removeEventListener('scroll', look, { capture: true });
      document.removeEventListener('keyup', look);
      window.removeEventListener('resize', look);
      root.style.removeProperty('--qm-banner-room');
    };
  }, [banner, root]);
  return isAtTop;
}

/** The bounds of the focused element, or of its active descendant; undefined if nothing has focus. */
function focusedBox(document: Document): DOMRect | undefined {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return undefined;
  const active = activeElement.getAttribute('aria-activedescendant');
  return ((active && document.getElementById(active)) || activeElement).getBoundingClientRect();
}
