import { hasPopovers, isShownPopover, nearestModal } from './nearest-modal.ts';

/**
 * Keeps the overlay where its menus and dialogs can be seen and used: in the nearest modal of the host, which may be opened or left later,
 * and above it; else in `parent`. Found whenever the console is about to be used, or something is added to the overlay. Listens only on our
 * nodes; call the returned function to stop.
 */
export function keepOverlayUsable(root: HTMLElement, overlay: HTMLElement, parent: HTMLElement, onMove: () => void) {
  const reposition = () => {
    if (!root.isConnected) return;
    const modal = nearestModal(root);
    const isMoved = move(overlay, modal ?? parent);
    if (modal) raise(overlay);
    else lower(overlay);
    if (isMoved) onMove();
  };
  const onFocusIn = ({ relatedTarget }: FocusEvent) => {
    const isFromInside = relatedTarget instanceof Node && [root, overlay].some((node) => node.contains(relatedTarget));
    // A modal that was closed and opened again is above what was above it.
    if (!isFromInside) lower(overlay);
    reposition();
  };
  const observer = new MutationObserver(reposition);
  observer.observe(overlay, { childList: true });
  root.addEventListener('focusin', onFocusIn, true);
  for (const type of occasions) root.addEventListener(type, reposition, true);
  reposition();
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', onFocusIn, true);
    for (const type of occasions) root.removeEventListener(type, reposition, true);
    lower(overlay);
  };
}

const occasions = ['pointerover', 'pointerdown', 'keydown'];

/** Without losing frames, scroll positions and the focus in it, where the browser can. */
function move(overlay: HTMLElement, parent: HTMLElement): boolean {
  if (overlay.parentNode === parent) return false;
  // What the host has hidden next to a modal may have been the overlay.
  overlay.inert = false;
  overlay.removeAttribute('aria-hidden');
  if ('moveBefore' in parent && overlay.isConnected) parent.moveBefore(overlay, null);
  else parent.append(overlay);
  return true;
}

/** Above the modal, whatever that clips or transforms. */
function raise(overlay: HTMLElement) {
  if (isShownPopover(overlay)) return;
  overlay.style.position = 'fixed';
  if (!hasPopovers()) return;
  overlay.popover = 'manual';
  overlay.showPopover();
}

function lower(overlay: HTMLElement) {
  if (overlay.style.position === 'absolute') return;
  overlay.style.position = 'absolute';
  if (hasPopovers()) overlay.popover = null;
}
