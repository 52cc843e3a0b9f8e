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
  // Out of the flow, also before our stylesheet is there: a body that lays its children out must not see one more.
  Object.assign(overlay.style, { position: 'absolute', top: '0', right: '0', left: '0', height: '0' });
  scaleRem([root, overlay]);
  return {
    root,
    overlay,
    remove() {
      root.remove();
      overlay.remove();
    },
  };
}

/**
 * Mantine's sizes are in rem, which many hosts set to 10 pixels or the like: they are scaled back to the size that the
 * person has chosen in the browser.
 */
function scaleRem(nodes: HTMLElement[]) {
  const sizeOf = (node: Element) => Number.parseFloat(getComputedStyle(node).fontSize);
  for (const node of nodes) {
    node.style.fontSize = 'medium';
    const scale = sizeOf(node) / sizeOf(document.documentElement);
    node.style.fontSize = '';
    if (Number.isFinite(scale) && scale !== 1) node.style.setProperty('--mantine-scale', String(scale));
  }
}

function createNode(parent: HTMLElement, mountId: string): HTMLElement {
  const node = parent.ownerDocument.createElement('div');
  markRoot(node, mountId);
  parent.append(node);
  return node;
}

/** What our styles hold on to: they apply inside of marked elements only. */
export function markRoot(node: HTMLElement, mountId: string) {
  node.setAttribute('data-qm-root', mountId);
  node.setAttribute('data-respect-reduced-motion', 'true');
}
