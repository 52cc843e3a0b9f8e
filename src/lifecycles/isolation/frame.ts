import { keepEscape } from './keep-escape.ts';
import { keepOverlayUsable } from './keep-overlay-usable.ts';
import { keepScale } from './scale.ts';

/** The two nodes of a mount: a child of the host's element, and one for overlays. */
export interface Frame {
  mountId: string;
  root: HTMLElement;
  overlay: HTMLElement;
  /** Inserts the nodes: the overlay into the given element, else where dialogs can cover the window and be used. */
  insert: (parent: HTMLElement, overlayParent: HTMLElement | undefined) => void;
  remove: () => void;
}

/** Creates a mount's nodes. */
export function createFrame(mountId: string, { ownerDocument }: HTMLElement): Frame {
  const root = createNode(ownerDocument, mountId);
  const overlay = createNode(ownerDocument, mountId);
  overlay.dataset.qmOverlay = '';
  // Out of the flow even before the stylesheet is loaded, so that it does not affect the layout of the body's children.
  Object.assign(overlay.style, { position: 'absolute', inset: '0 0 auto 0', width: 'auto', height: '0' });
  // As a popover it would be a box in the middle, hidden at first.
  Object.assign(overlay.style, { display: 'block', margin: '0', border: '0', padding: '0', overflow: 'visible' });
  let stops: (() => void)[] = [];
  return {
    mountId,
    root,
    overlay,
    insert(parent, overlayParent) {
      parent.append(root);
      const ownParent = overlayParent ?? windowParent();
      ownParent.append(overlay);
      const scale = keepScale(root, overlay);
      stops = [scale.stop, keepEscape(root, overlay)];
      if (!overlayParent) stops.push(keepOverlayUsable(root, overlay, ownParent, scale.apply));
    },
    remove() {
      for (const stop of stops) stop();
      stops = [];
      root.remove();
      overlay.remove();
    },
  };
}

/** Not a body that is scaled or filtered: `position: fixed` would be relative to that body instead of the window. */
function windowParent(): HTMLElement {
  const { body, documentElement } = document;
  const style = getComputedStyle(body);
  const isWindowForFixed = ['transform', 'scale', 'rotate', 'translate', 'perspective', 'filter'].every((property) => {
    const value = style.getPropertyValue(property);
    return value === '' || value === 'none';
  });
  return isWindowForFixed ? body : documentElement;
}

function createNode(page: Document, mountId: string): HTMLElement {
  const node = page.createElement('div');
  markRoot(node, mountId);
  return node;
}

/** Marks an element as a root for our styles, which apply only inside marked elements. */
export function markRoot(node: HTMLElement, mountId: string) {
  node.setAttribute('data-qm-root', mountId);
  node.setAttribute('data-respect-reduced-motion', 'true');
  // The console's language, whatever the host's is.
  node.lang = 'en';
  node.dir = 'ltr';
}
