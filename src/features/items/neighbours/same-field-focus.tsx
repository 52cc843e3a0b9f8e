import { type RefObject, useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusPlace } from './focused-field.ts';
import type { NeighbourState } from './neighbour-state.ts';

/** In the form of a neighbour, moves the focus to the field that had it in the previous item's form. */
export function SameFieldFocus({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { at } = (useLocation().state as NeighbourState | null) ?? {};
  // A reload, or going back in the history, starts at the top.
  const isReturn = useNavigationType() === NavigationType.Pop;
  const focusSameField = useEffectEvent(() => {
    const { current: element } = form;
    if (!element || !at || isReturn || !isFree(document.activeElement, element)) return;
    focusPlace(element, at);
  });
  // A deferred field cannot be rendered within an effect.
  useEffect(() => queueMicrotask(() => focusSameField()), []);
  return null;
}

/** False once the user has moved the focus while the item was loading. */
const isFree = (focused: Element | null, form: Element): boolean =>
  focused === null || focused.contains(form) || focused.matches('[data-neighbour]');
