import { useEffect, useState } from 'react';

/** Pixels between the banner and the edges of the window, and of the header where it is at the top. */
export const bannerGap = { edge: 16, header: 60 };

/** Taller than this, a part of it stays in view beside the banner. */
const tall = 200;

/**
 * Keeps a banner at the lower edge of the window away from what one works on: pages get as much room at their end as it
 * takes (`--qm-banner-room`), and it says to go to the top (true) while what has the focus would lie under it.
 */
export function useKeepClear(banner: HTMLElement | null, root: HTMLElement): boolean {
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
    // What takes the focus instead says so itself.
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

/** Of what has the focus, or of the line of it that is active; nothing where nothing has it. */
function focusedBox(document: Document): DOMRect | undefined {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return undefined;
  const active = activeElement.getAttribute('aria-activedescendant');
  return ((active && document.getElementById(active)) || activeElement).getBoundingClientRect();
}
