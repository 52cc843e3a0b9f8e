/** What the page shows of the console; `shown` is the console itself. */
export type ConsoleState = 'absent' | 'empty' | 'placeholder' | 'panel' | 'shown';

/** Run in the page: the state of its first console. */
export function consoleState(): ConsoleState {
  const root = document.querySelector('[data-qm-root]:not([data-qm-overlay])');
  if (!root) return 'absent';
  if (root.querySelector(':scope > [data-qm-panel]')) return 'panel';
  if (root.querySelector(':scope > [data-qm-placeholder]')) return 'placeholder';
  const isVisible = [...root.children].some((child) => child.getBoundingClientRect().height > 0);
  return isVisible ? 'shown' : 'empty';
}

/** Run in the page: all nodes that belong to a console. */
export const consoleNodes = () =>
  [...document.querySelectorAll('[data-qm-root], [data-qm-style]')].map((node) => {
    const kind = node.matches('[data-qm-overlay]')
      ? 'overlay'
      : node.matches('[data-qm-style]')
        ? 'stylesheet'
        : 'root';
    return `${kind} <${node.localName}> in <${node.parentElement?.localName}>`;
  });

/** Run in the page: navigates to an address as the portal's own links do. */
export function navigateTo(to: string) {
  const { singleSpaNavigate } = window as { singleSpaNavigate?: (to: string) => void };
  if (singleSpaNavigate) return singleSpaNavigate(to);
  history.pushState(null, '', to);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** Run in the page: clicks without moving the focus, as a pointer would. */
export function clickOn(selector: string) {
  const target = document.querySelector<HTMLElement>(selector);
  if (!target) throw new Error(`The page has nothing for the selector ${selector}.`);
  target.click();
}

/** Run in the page: whether single-spa routes it. */
export const hasSingleSpa = () => 'singleSpaNavigate' in window;
