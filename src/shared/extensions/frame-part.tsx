import {
  type DrawnKind,
  extensionLimits,
  type FromExtension,
  type ToExtension,
} from '@quartermaster/contract/extensions/messages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './extensions.module.css';
import { type ExtensionFrame, openFrame } from './open-frame.ts';
import type { PartProps } from './part-props.ts';
import { createKeyPress } from './press-key.ts';

const { least, most } = extensionLimits.height;

/** Which message asks for changes; the other parts cannot. */
const changing: Partial<Record<DrawnKind, FromExtension['type']>> = { editor: 'change', action: 'change-items' };

/**
 * True if the user has pressed something lately, also in a frame of the page: a script in a frame that the pointer rests on can take the
 * focus. Not required of keys, as Escape does not count as pressed.
 */
function hasUserActed({ ownerDocument: { defaultView } }: Element): boolean {
  const activation = defaultView?.navigator.userActivation as UserActivation | undefined;
  return activation?.isActive ?? true;
}

/** A part of an extension in its sandboxed frame, which is as high as its content. */
export function FramePart({ address, kind, title, context, requests, onFailed }: PartProps & { address: string }) {
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<ExtensionFrame>(null);
  const pressKey = useRef(createKeyPress());
  const receive = useEffectEvent((message: FromExtension) => {
    const element = frame.current?.element;
    if (!element) return;
    // Opening items and passing on keys are for the frame that the user works in: an inert one has stolen the focus.
    const hasFocus = element.ownerDocument.activeElement === element && !element.inert;
    if (message.type === 'change' || message.type === 'change-items') {
      if (changing[kind] !== message.type || !('change' in requests)) return onFailed();
      // The kind says what is changed.
      requests.change((message.type === 'change' ? message.value : message.items) as never);
    } else if (message.type === 'toast') requests.toast(message.text);
    else if (message.type === 'height') element.style.height = `${Math.min(most, Math.max(least, message.height))}px`;
    else if (message.type === 'open-item' && hasFocus && hasUserActed(element))
      requests.openItem(message.templateId, message.id);
    else if (message.type === 'key' && hasFocus) pressKey.current(element, message.keys);
  });
  const fail = useEffectEvent(() => onFailed());
  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openFrame(container.current, {
      address,
      title,
      onMessage: (message) => receive(message),
      onFailed: () => fail(),
    });
    frame.current = opened;
    return () => {
      frame.current = null;
      opened.close();
    };
  }, [address, title]);
  useEffect(() => {
    // The kind says which context it is.
    frame.current?.send({ type: kind, context } as ToExtension);
  }, [kind, context]);
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
  return <div ref={container} className={classes.frame} role="group" aria-label={title} />;
}
