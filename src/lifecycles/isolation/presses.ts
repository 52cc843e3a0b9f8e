/** The pointers pressed in our nodes and not yet released. */
export interface Presses {
  /** Cancels an active drag of ours, so that its listeners on the document are removed; does nothing otherwise. */
  cancel: () => void;
  stop: () => void;
}

/** Listens on our own nodes, and on the document only while a pointer is pressed. */
export function watchPresses(nodes: HTMLElement[]): Presses {
  const live = new Set<number>();

  const onUp = (event: PointerEvent) => {
    live.delete(event.pointerId);
    if (live.size === 0) unlisten();
  };
  const onDown = (event: PointerEvent) => {
    live.add(event.pointerId);
    document.addEventListener('pointerup', onUp, true);
    document.addEventListener('pointercancel', onUp, true);
  };
  const unlisten = () => {
    document.removeEventListener('pointerup', onUp, true);
    document.removeEventListener('pointercancel', onUp, true);
  };
  for (const node of nodes) node.addEventListener('pointerdown', onDown, true);

  return {
    cancel() {
      for (const pointerId of [...live]) {
        document.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true }));
      }
    },
    stop() {
      unlisten();
      live.clear();
      for (const node of nodes) node.removeEventListener('pointerdown', onDown, true);
    },
  };
}
