import { keepScale } from './scale.ts';

/** The two nodes of a mount: a child of the host's element, and one for overlays. */
export interface Frame {
  mountId: string;
  root: HTMLElement;
  overlay: HTMLElement;
  /** Inserts the nodes: the overlay into the given element, else where dialogs can cover the window. */
  insert: (parent: HTMLElement, overlayParent: HTMLElement | undefined) => void;
  remove: () => void;
}

/** Creates a mount's nodes. */
export function createFrame(mountId: string, { ownerDocument }: HTMLElement): Frame {
  const root = createNode(ownerDocument, mountId);
  const overlay = createNode(ownerDocument, mountId);
  overlay.dataset.qmOverlay = '';
  // Out of the flow even before the stylesheet is loaded, so that it does not affect the layout of the body's children.
  Object.assign(overlay.style, { position: 'absolute', top: '0', right: '0', left: '0', height: '0' });
  let stopScaling = () => {};
  return {
    mountId,
    root,
    overlay,
    insert(parent, overlayParent) {
      parent.append(root);
      (overlayParent ?? windowParent()).append(overlay);
      stopScaling = keepScale(root, overlay);
    },
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
