/** The scroll positions and the focus of a console's page. */
export interface View {
  scroll: () => void;
  /** Unless something else has the focus. */
  focus: () => void;
}

/** Reads the view, which a browser forgets once the elements have left the page. */
export function readView(root: HTMLElement): View {
  const scrolled = [...root.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ element, position: { scrollTop: element.scrollTop, scrollLeft: element.scrollLeft } }));
  const top = scrollerOf(root).scrollTop;
  const { activeElement } = root.ownerDocument;
  const focused = activeElement instanceof HTMLElement && root.contains(activeElement) ? activeElement : null;
  return {
    scroll: () => {
      for (const { element, position } of scrolled) Object.assign(element, position);
      const scroller = scrollerOf(root);
      if (scroller.scrollTop === 0 && top > 0) scroller.scrollTo({ top, behavior: 'instant' });
    },
    focus: () => {
      const { activeElement: current, body } = root.ownerDocument;
      if (current === null || current === body) focused?.focus({ preventScroll: true });
    },
  };
}

/** The closest element around `root` that scrolls. */
function scrollerOf(root: HTMLElement): Element {
  const { scrollingElement, documentElement, defaultView } = root.ownerDocument;
  for (let element = root.parentElement; element; element = element.parentElement) {
    const isScroller = /auto|scroll/.test(defaultView?.getComputedStyle(element).overflowY ?? '');
    if (isScroller && element.scrollHeight > element.clientHeight) return element;
  }
  return scrollingElement ?? documentElement;
}
