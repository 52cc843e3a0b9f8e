/**
 * Lets only the user move the focus into a frame. The frame is inert until the pointer is over its container, or Tab reaches the container,
 * which then passes the focus on and calls `onEntered`. What takes the focus earlier is a script: the focus is given back, and `onStolen` is
 * called. Does nothing on touch screens, where the pointer is over nothing, and where a page cannot open the keyboard by itself. Returns a
 * function that stops it.
 */
export function guardFocus(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  { onEntered, onStolen }: { onEntered: () => void; onStolen: () => void },
): () => void {
  const { ownerDocument: page } = frame;
  const { defaultView: view } = page;
  if (!view?.matchMedia?.('(hover: hover)').matches) return () => undefined;
  const listening = new AbortController();
  const { signal } = listening;
  let focused: Element | null = page.activeElement;

  const close = () => {
    frame.inert = true;
    container.tabIndex = 0;
  };
  const open = () => {
    frame.inert = false;
    // Otherwise, Shift and Tab would not lead out of the frame.
    container.tabIndex = -1;
  };
  const enter = () => {
    open();
    HTMLElement.prototype.focus.call(frame);
    onEntered();
  };
  // A dialog that the user has opened from the frame returns the focus; no script of the frame can call this.
  frame.focus = enter;
  const closeOutside = ({ type, target }: Event) => {
    if (!(target instanceof Element) || container.contains(target)) return;
    if (type === 'focusin') focused = target;
    if (page.activeElement !== frame) close();
  };
  const check = () => {
    if (page.activeElement !== frame || !frame.inert) return;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    else frame.blur();
    onStolen();
  };
  close();
  // Also where the pointer has stayed while the focus went elsewhere.
  for (const type of ['pointerenter', 'pointermove', 'pointerdown']) container.addEventListener(type, open, { signal });
  container.addEventListener('focus', enter, { signal });
  // A press on what takes no focus, next to a frame that had it, ends in `pointerup`.
  for (const type of ['pointerover', 'pointerup', 'focusin'])
    page.addEventListener(type, closeOutside, { signal, capture: true });
  // The frame is the active element only after this event.
  view.addEventListener('blur', () => void setTimeout(check), { signal });
  return () => listening.abort();
}
