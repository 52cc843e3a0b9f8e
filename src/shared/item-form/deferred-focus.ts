import { flushSync } from 'react-dom';

/** How the fields are drawn that an element stands for. */
export const renders = new WeakMap<Element, () => void>();

/** Has the fields drawn that an element stands for; false where it stands for none. */
export function drawNow(element: Element): boolean {
  const draw = renders.get(element);
  draw?.();
  return draw !== undefined;
}

const controls = ['input', 'textarea', 'select', 'button', 'a[href]', '[tabindex="0"]']
  .map((selector) => `${selector}:not(:disabled, [tabindex="-1"], [type="hidden"])`)
  .join();

/**
 * Draws the fields that an element stands for and focuses the first of their controls, or going back the last one; where
 * they have none, what comes next on that way.
 */
export function focusInside(later: Element, isForward: boolean): void {
  const { ownerDocument, parentElement } = later;
  const place = [...(parentElement?.children ?? [])].indexOf(later);
  flushSync(() => drawNow(later));
  const drawn = parentElement?.children[place];
  if (!(drawn instanceof HTMLElement)) return;
  const { DOCUMENT_POSITION_PRECEDING: before, DOCUMENT_POSITION_FOLLOWING: after } = Node;
  const inside = [...drawn.querySelectorAll<HTMLElement>(controls)];
  const outside = [...ownerDocument.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !drawn.contains(control) && drawn.compareDocumentPosition(control) & (isForward ? after : before),
  );
  for (const control of [inside, outside].flatMap((list) => (isForward ? list : list.toReversed()))) {
    if (renders.has(control)) {
      focusInside(control, isForward);
      return;
    }
    control.focus();
    // What is hidden takes no focus.
    if (ownerDocument.activeElement === control) return;
  }
  // The end of the page, which is where the keyboard then is.
  drawn.tabIndex = -1;
  drawn.focus();
}

/** Draws the fields that an element stands for and focuses what comes to lie under the pointer; false where that is no control. */
export function focusAt(later: Element, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  flushSync(() => drawNow(later));
  const pressed = later.ownerDocument.elementFromPoint(clientX, clientY);
  const control = pressed?.closest<HTMLElement>(controls) ?? pressed?.closest('label')?.control;
  if (!control) return false;
  if (renders.has(control)) return focusAt(control, { clientX, clientY });
  control.focus({ preventScroll: true });
  return true;
}
