const named = ':is(dialog[open], [aria-modal="true"], [role="dialog"], [role="alertdialog"])';

/**
 * The nearest element around ours that the host shows above its page: a dialog, an open popover, a full screen. While it is open, the host
 * or the browser may keep what is outside of it from being seen, clicked and focused.
 */
export function nearestModal(element: HTMLElement): HTMLElement | undefined {
  const tree = element.getRootNode();
  /** The last one in our tree: in a shadow root of the host our styles would not apply. */
  let last: HTMLElement | undefined;
  for (let one = parentOf(element); one && one !== element.ownerDocument.body; one = parentOf(one)) {
    if (one instanceof HTMLElement && one.getRootNode() === tree) last = one;
    if (isModal(one)) return last;
  }
  return undefined;
}

/** As the page is displayed: what is in a slot is a child of that slot. */
function parentOf(node: Element): Element | null {
  if (node.assignedSlot) return node.assignedSlot;
  const { parentNode } = node;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

function isModal(element: Element): boolean {
  if (element.matches(named)) return true;
  if (isShownPopover(element)) return true;
  const { fullscreenElement } = element.getRootNode() as Document | ShadowRoot;
  return element === fullscreenElement && element !== element.ownerDocument.documentElement;
}

/** True for an open popover. */
export const isShownPopover = (element: Element): boolean =>
  hasPopovers() && element.hasAttribute('popover') && element.matches(':popover-open');

/** Not all supported browsers have popovers. */
export const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;
