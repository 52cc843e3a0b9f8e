import { keepScale } from './scale.ts';

/** The two nodes of a mount: a child of the host's element, and one for overlays. */
export interface Frame {
  root: HTMLElement;
  overlay: HTMLElement;
  remove: () => void;
}

/** Inserts a mount's nodes into the page: the overlay into the given element, else where dialogs can cover the window. */
export function createFrame(mountId: string, parent: HTMLElement, overlayParent: HTMLElement | undefined): Frame {
  const root = createNode(parent, mountId);
  const overlay = createNode(overlayParent ?? windowParent(), mountId);
  overlay.dataset.qmOverlay = '';
  // Out of the flow even before the stylesheet is loaded, so that it does not affect the layout of the body's children.
  Object.assign(overlay.style, { position: 'absolute', top: '0', right: '0', left: '0', height: '0' });
  const stopScaling = keepScale(root, overlay);
  return {
    root,
    overlay,
    remove() {
      stopScaling();
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

function createNode(parent: HTMLElement, mountId: string): HTMLElement {
  const node = parent.ownerDocument.createElement('div');
  markRoot(node, mountId);
  parent.append(node);
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
