/** The two nodes of a mount: our own child in the host's element, and the one for all that floats. */
export interface Frame {
  root: HTMLElement;
  overlay: HTMLElement;
  remove: () => void;
}

/** Puts a mount's nodes in place. */
export function createFrame(mountId: string, parent: HTMLElement, overlayParent: HTMLElement): Frame {
  const root = createNode(parent, mountId);
  const overlay = createNode(overlayParent, mountId);
  overlay.dataset.qmOverlay = '';
  return {
    root,
    overlay,
    remove() {
      root.remove();
      overlay.remove();
    },
  };
}

function createNode(parent: HTMLElement, mountId: string): HTMLElement {
  const node = parent.ownerDocument.createElement('div');
  node.setAttribute('data-qm-root', mountId);
  parent.append(node);
  return node;
}

/** Where a mount belongs that names no element: single-spa's own, made where it is not there yet. */
export function defaultParent(name: string): { parent: HTMLElement; made: boolean } {
  const id = `single-spa-application:${name}`;
  const there = document.getElementById(id);
  if (there) return { parent: there, made: false };
  const parent = document.createElement('div');
  parent.id = id;
  document.body.append(parent);
  return { parent, made: true };
}
