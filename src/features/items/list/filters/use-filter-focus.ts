import { useEffect, useEffectEvent, useRef } from 'react';
import type { useTypedFilter } from './use-typed-filter.ts';

/** Moves the focus to the value of a filter once its field is chosen, or the filter is being changed. */
export function useFilterFocus({ edited, chosen }: Pick<ReturnType<typeof useTypedFilter>, 'edited' | 'chosen'>) {
  const valueBox = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const focusValue = () => {
    const input = valueBox.current?.querySelector<HTMLElement>('input, select');
    (input ?? form.current?.querySelector<HTMLElement>('select'))?.focus();
    // A hidden form takes no focus.
    if (!form.current?.contains(document.activeElement)) toggle.current?.focus();
  };
  const focusNext = useEffectEvent(() => {
    focusValue();
    return valueBox.current ? focusOnceLoaded(valueBox.current) : undefined;
  });
  useEffect(() => (edited || chosen > 0 ? focusNext() : undefined), [edited, chosen]);
  return {
    valueBox,
    toggle,
    form,
    /** The field is chosen first; what is typed replaces it. */
    focusField: () => {
      const input = form.current?.querySelector<HTMLInputElement>('input[role="combobox"]');
      input?.focus();
      input?.select();
    },
    focusValue,
  };
}

/** Focuses the input of an element whose code is still loading, unless the focus has moved by then. The returned function cancels it. */
function focusOnceLoaded(box: HTMLElement): () => void {
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const input = box.querySelector<HTMLElement>('input, select');
    if (!input) return;
    observer.disconnect();
    if (document.activeElement === before) input.focus();
  });
  if (!box.contains(before)) observer.observe(box, { childList: true, subtree: true });
  return () => observer.disconnect();
}
