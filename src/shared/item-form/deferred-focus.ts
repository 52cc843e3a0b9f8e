import { flushSync } from 'react-dom';

/** For each placeholder, the function that renders its fields. */
export const renders = new WeakMap<Element, () => void>();

/** For each placeholder, the paths of its fields in the form. */
export const deferredFields = new WeakMap<Element, readonly string[]>();

/** Renders the fields of a placeholder; false if the element is not one. */
export function renderNow(element: Element): boolean {
  const draw = renders.get(element);
  draw?.();
  return draw !== undefined;
}

/** Renders the placeholders in a form that have a field, or the rows that it is in. */
export function renderField(form: Element, path: string): void {
  const later = [...form.querySelectorAll('[role="group"]')].find((element) =>
    deferredFields.get(element)?.some((name) => path === name || path.startsWith(`${name}.`)),
  );
  if (!later) return;
  flushSync(() => renderNow(later));
  // Rows can have deferred fields, too.
  if (!form.contains(later)) renderField(form, path);
}

const controls = ['input', 'textarea', 'select', 'button', 'a[href]', '[tabindex="0"]']
  .map((selector) => `${selector}:not(:disabled, [tabindex="-1"], [type="hidden"])`)
  .join();

/**
 * Renders the fields of a placeholder and focuses their first control, or the last one when going backwards; if they have
 * none, the next control in that direction.
 */
export function focusInside(later: Element, isForward: boolean): void {
  const { ownerDocument, parentElement: drawn } = later;
  flushSync(() => renderNow(later));
  if (!drawn) return;
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
    // Hidden elements cannot be focused.
    if (ownerDocument.activeElement === control) return;
  }
  // There is no further control on the page, so the fields themselves get the focus.
  drawn.tabIndex = -1;
  drawn.focus();
}

/** Renders the fields of a placeholder and focuses the control that is then under the pointer; false if there is none. */
export function focusAt(later: Element, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  flushSync(() => renderNow(later));
  const pressed = later.ownerDocument.elementFromPoint(clientX, clientY);
  const control = pressed?.closest<HTMLElement>(controls) ?? pressed?.closest('label')?.control;
  if (!control) return false;
  if (renders.has(control)) return focusAt(control, { clientX, clientY });
  control.focus({ preventScroll: true });
  return true;
}
