import { drawNow } from '../../../shared/item-form/deferred-focus.ts';

/** Leads to the first input that is marked as wrong, also where it has to be drawn first. */
export function showFirstWrong(form: HTMLElement | null): void {
  // Rows that hide something wrong open in the next paint.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const wrong = form?.querySelector<HTMLElement>('[data-wrong]');
      if (!wrong) return;
      if (drawNow(wrong)) return showFirstWrong(form);
      wrong.scrollIntoView({ block: 'center' });
      wrong.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    }),
  );
}
