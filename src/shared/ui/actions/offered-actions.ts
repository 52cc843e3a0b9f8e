import type { PageAction } from './page-actions.ts';

/** Marks an element whose buttons and links the palette lists as actions of the page. */
export const offersActions = { 'data-offers-actions': true } as const;

/** The links and enabled buttons in marked elements of a page, by their names; each is pressed. */
export function findOfferedActions(page: ParentNode): Pick<PageAction, 'label' | 'run'>[] {
  const found = page.querySelectorAll<HTMLElement>(
    '[data-offers-actions] :is(a[href], button:not(:disabled, [aria-disabled="true"]))',
  );
  const actions = [...found].map((element) => ({
    label: (element.getAttribute('aria-label') ?? element.textContent).trim(),
    run: () => {
      element.focus();
      element.click();
    },
  }));
  return [...new Map(actions.map((action) => [action.label, action])).values()].filter(({ label }) => label !== '');
}
