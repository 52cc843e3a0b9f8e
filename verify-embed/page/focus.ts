/** Run in the page: focuses the first focusable element outside the console, or inside it. */
export function focusFirst(isInside: boolean): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]');
  for (const element of all) {
    const isOfConsole = element.closest('[data-qm-root]') !== null;
    if (isOfConsole !== isInside || !element.checkVisibility()) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return element;
  }
  return null;
}

/** Run in the page: describes the focused element. */
export function focusOwner(): 'console' | 'portal' | 'nothing' {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'nothing';
  return activeElement.closest('[data-qm-root]') ? 'console' : 'portal';
}
