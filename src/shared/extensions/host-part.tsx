import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PartProps } from './part-props.ts';

/** Browsers report an error of a custom element to the window only; throws it. */
function addSafely(container: HTMLElement, element: HTMLElement): void {
  const errors: unknown[] = [];
  const note = ({ error }: ErrorEvent) => void errors.push(error);
  window.addEventListener('error', note);
  container.append(element);
  window.removeEventListener('error', note);
  if (errors.length > 0) throw errors[0];
}

/** A part of a host's extension as its custom element, once that is defined. */
export function HostPart({ tag, kind, title, context, requests, onFailed }: PartProps & { tag: string }) {
  const container = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement>(null);
  const fail = useEffectEvent((error: unknown) => {
    if (error) reportError(error);
    onFailed();
  });
  const prepare = useEffectEvent((created: HTMLElement) => {
    created.setAttribute('aria-label', title);
    Object.assign(created, { [kind]: requests, context });
  });
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => fail(null), extensionLimits.answer);
    const add = () => {
      clearTimeout(timer);
      if (isOver || !container.current) return;
      const created = document.createElement(tag);
      prepare(created);
      addSafely(container.current, created);
      element.current = created;
    };
    customElements
      .whenDefined(tag)
      .then(add)
      .catch((error: unknown) => !isOver && fail(error));
    return () => {
      isOver = true;
      clearTimeout(timer);
      element.current?.remove();
      element.current = null;
    };
  }, [tag]);
  useEffect(() => {
    if (!element.current) return;
    try {
      Object.assign(element.current, { context });
    } catch (error) {
      fail(error);
    }
  }, [context]);
  return <div ref={container} />;
}
