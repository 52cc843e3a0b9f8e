import { createRecent } from './recent.ts';

/** The way from a root to one of its descendants: at each step the index of a child, last the tag that it leads to. */
interface Way {
  steps: number[];
  tag: string;
}

interface View {
  path: string;
  at: number;
  scrolled: { way: Way; top: number; left: number }[];
  /** The scroll position of the element of the host that the page scrolls in. */
  top: number;
  focused: Way | null;
}

/** Scroll positions and focus of the page that each mount of a name showed last. */
export interface LastViews {
  keep: (mount: string, path: string, root: HTMLElement) => void;
  /** The view of a page that was left, if it is the same; it is forgotten. */
  take: (mount: string, path: string) => LeftView | undefined;
  delete: (mount: string) => void;
}

/** How a page looked when it was left; the focus of the host's elements and what it has scrolled stay. */
export interface LeftView {
  scroll: (root: HTMLElement) => void;
  focus: (root: HTMLElement) => void;
}

/** Remembers views from one mount to the next, without keeping elements. */
export function createLastViews(): LastViews {
  const views = createRecent<View>();
  return {
    keep: (mount, path, root) => {
      const { activeElement } = root.ownerDocument;
      views.set(mount, {
        path,
        at: Date.now(),
        scrolled: scrolledIn(root),
        top: scrollerOf(root).scrollTop,
        focused: activeElement && root.contains(activeElement) ? wayTo(root, activeElement) : null,
      });
    },
    delete: views.delete,
    take: (mount, path) => {
      const view = views.get(mount);
      views.delete(mount);
      return view?.path === path && views.isRecent(view.at) ? leftView(view) : undefined;
    },
  };
}

const leftView = (view: View): LeftView => ({
  scroll: (root) => {
    for (const { way, top, left } of view.scrolled)
      Object.assign(at(root, way) ?? {}, { scrollTop: top, scrollLeft: left });
    const scroller = scrollerOf(root);
    if (scroller.scrollTop === 0 && view.top > 0) scroller.scrollTo({ top: view.top, behavior: 'instant' });
  },
  focus: (root) => {
    const { activeElement, body } = root.ownerDocument;
    const focused = view.focused && at(root, view.focused);
    if (focused && (activeElement === null || activeElement === body)) focused.focus({ preventScroll: true });
  },
});

function scrolledIn(root: HTMLElement): View['scrolled'] {
  return [...root.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ way: wayTo(root, element), top: element.scrollTop, left: element.scrollLeft }));
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

function wayTo(root: Element, element: Element): Way {
  const steps: number[] = [];
  for (let child = element; child !== root; ) {
    const parent = child.parentElement;
    if (!parent) break;
    steps.unshift([...parent.children].indexOf(child));
    child = parent;
  }
  return { steps, tag: element.tagName };
}

function at(root: Element, { steps, tag }: Way): HTMLElement | null {
  let found: Element | undefined = root;
  for (const step of steps) found = found?.children[step];
  return found instanceof HTMLElement && found.tagName === tag ? found : null;
}
