/** The visible state of the first console on the page. */
export interface VisiblePage {
  /** The page's heading; null while there are only placeholders. */
  title: string | null;
  /** The route's pattern, such as `/instance/:instanceId`; null for versions that do not report it. */
  route: string | null;
  /** The email address on the account's button; null if nobody is signed in or there is no header. */
  account: string | null;
  /** The heading and the sentences of what replaces a page: a panel, an error page or the sign-in. */
  text: string;
  /** The same for a part of the page that could not be shown. */
  alert: string | null;
  hasSignInForm: boolean;
}

/** Run in the page: the visible state of its first console; null if there is none. */
export function readVisiblePage(): VisiblePage | null {
  const root = document.querySelector<HTMLElement>('[data-qm-root]:not([data-qm-overlay])');
  if (!root) return null;
  const textOf = (within: ParentNode | null | undefined): string => {
    const [first = '', ...sentences] = [...(within?.querySelectorAll('h1, h2, p') ?? [])]
      .map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '');
    return [first, sentences.join(' ')]
      .filter((text) => text !== '')
      .join(': ')
      .slice(0, 500);
  };
  const panel = root.querySelector(':scope > [data-qm-panel]')?.shadowRoot;
  const heading = root.querySelector('h1');
  // The nearest part that also contains sentences: those of the whole console include its menus.
  let part = heading?.parentElement;
  while (part && part.parentElement !== root && !part.querySelector('p')) part = part.parentElement;
  const alert = [...root.querySelectorAll('[role=alert]')].find((each) => each.querySelector('h1, h2'));
  return {
    title: (panel?.querySelector('h1') ?? heading)?.textContent?.trim() ?? null,
    route: root.dataset.qmPage ?? null,
    account: root.querySelector<HTMLElement>('[data-qm-account]')?.title || null,
    text: textOf(panel ?? part),
    alert: alert ? textOf(alert) : null,
    hasSignInForm: root.querySelector('input[type=password]') !== null,
  };
}
