import { renderNow } from '../../../shared/item-form/deferred-focus.ts';

/** Focuses the first invalid input, rendering it first if it is deferred. */
export function focusFirstError(form: HTMLElement | null): void {
  // Collapsed rows with an error are expanded in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const wrong = form?.querySelector<HTMLElement>('[data-wrong]');
      if (!wrong) return;
      if (renderNow(wrong)) return focusFirstError(form);
      wrong.scrollIntoView({ block: 'center' });
      wrong.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    }),
  );
}
