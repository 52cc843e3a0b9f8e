import { extensionLimits, type FromExtension } from '@quartermaster/contract/extensions/messages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { EditorProps } from './editor-props.ts';
import classes from './extensions.module.css';
import { type ExtensionFrame, openFrame } from './open-frame.ts';

const { least, most } = extensionLimits.height;

/** The editor of an extension in its sandboxed frame, which is as high as its content. */
export function FrameEditor({ address, title, context, requests, onFailed }: EditorProps & { address: string }) {
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<ExtensionFrame>(null);
  const receive = useEffectEvent((message: FromExtension) => {
    const element = frame.current?.element;
    if (message.type === 'change') requests.change(message.value);
    else if (message.type === 'toast') requests.toast(message.text);
    else if (message.type === 'height' && element)
      element.style.height = `${Math.min(most, Math.max(least, message.height))}px`;
    // Only whoever works in it wants to go elsewhere.
    else if (message.type === 'open-item' && element?.ownerDocument.activeElement === element)
      requests.openItem(message.templateId, message.id);
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
    frame.current?.send({ type: 'editor', context });
  }, [context]);
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
  return <div ref={container} className={classes.frame} role="group" aria-label={title} />;
}
