/** Preserves the user's focus: mounting does not take it, and unmounting returns it. */
export interface FocusKeeper {
  /** Returns focus to the host if mounting has moved it into our nodes. */
  returnAfterMount: () => void;
  /** Call before our nodes are removed; call the returned function afterwards. */
  end: () => () => void;
}

/** Listens only on our nodes, not on the host's page. */
export function keepFocus(nodes: HTMLElement[]): FocusKeeper {
  const inside = (target: EventTarget | null) => target instanceof Node && nodes.some((node) => node.contains(target));
  let last = inside(document.activeElement) ? null : focusable(document.activeElement);

  const onFocusIn = (event: FocusEvent) => {
    if (event.relatedTarget && !inside(event.relatedTarget)) last = focusable(event.relatedTarget);
  };
  for (const node of nodes) node.addEventListener('focusin', onFocusIn);

  const giveBack = () => {
    if (last?.isConnected) last.focus({ preventScroll: true });
  };

  return {
    returnAfterMount() {
      const active = document.activeElement;
      if (!inside(active)) return;
      focusable(active)?.blur();
      giveBack();
    },
    end() {
      const had = inside(document.activeElement);
      for (const node of nodes) node.removeEventListener('focusin', onFocusIn);
      return () => {
        if (had) giveBack();
      };
    },
  };
}

function focusable(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target !== target.ownerDocument.body ? target : null;
}
