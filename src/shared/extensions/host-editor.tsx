import type { EditorElement } from '@quartermaster/contract/extensions/extension-api.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { EditorProps } from './editor-props.ts';

/** Browsers report an error of a custom element to the window only; throws it. */
function addSafely(container: HTMLElement, element: HTMLElement): void {
  const errors: unknown[] = [];
  const note = ({ error }: ErrorEvent) => void errors.push(error);
  window.addEventListener('error', note);
  container.append(element);
  window.removeEventListener('error', note);
  if (errors.length > 0) throw errors[0];
}

/** The editor of a host as its custom element, once that is defined. */
export function HostEditor({ tag, title, context, requests, onFailed }: EditorProps & { tag: string }) {
  const container = useRef<HTMLDivElement>(null);
  const element = useRef<EditorElement>(null);
  const fail = useEffectEvent((error: unknown) => {
    if (error) reportError(error);
    onFailed();
  });
  const setContext = useEffectEvent((editor: EditorElement) => {
    editor.editor = {
      change: (value) => requests.change(value),
      toast: (text) => requests.toast(text),
      openItem: (templateId, id) => requests.openItem(templateId, id),
    };
    editor.setAttribute('aria-label', title);
    editor.context = context;
  });
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => fail(null), extensionLimits.answer);
    const add = () => {
      clearTimeout(timer);
      if (isOver || !container.current) return;
      const created = document.createElement(tag) as EditorElement;
      setContext(created);
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
      element.current.context = context;
    } catch (error) {
      fail(error);
    }
  }, [context]);
  return <div ref={container} />;
}
