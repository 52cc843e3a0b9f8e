import {
  extensionLimits,
  type FromExtension,
  readFromExtension,
  type ToExtension,
} from '@quartermaster/contract/extensions/messages.ts';
import { guardFocus } from './guard-focus.ts';

/** A running frame of an extension. */
export interface ExtensionFrame {
  element: HTMLIFrameElement;
  /** Messages before the extension is defined are sent once it is. */
  send: (message: ToExtension) => void;
  close: () => void;
}

interface FrameOptions {
  address: string;
  /** The accessible name. */
  title: string;
  /** For one that is not displayed. */
  isHidden?: true;
  onMessage: (message: FromExtension) => void;
  /** Called once, when the frame has been removed because of what it did or did not do. */
  onFailed: () => void;
}

/**
 * Opens the page of an extension in a sandboxed frame, at the end of `container`. It has an origin of its own, so that it reaches nothing
 * of this page; what it says is checked. One that does not answer in time, sends too much or something else, or leaves its page, is removed.
 */
export function openFrame(
  container: HTMLElement,
  { address, title, isHidden, onMessage, onFailed }: FrameOptions,
): ExtensionFrame {
  const element = container.ownerDocument.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('allow', '');
  element.referrerPolicy = 'no-referrer';
  element.title = title;
  element.src = address;
  if (isHidden) element.style.display = 'none';
  const { port1: port, port2 } = new MessageChannel();
  const waiting: ToExtension[] = [];
  let isDefined = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout>;

  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    port.close();
    releaseFocus();
    element.remove();
  };
  const fail = () => {
    if (isClosed) return;
    close();
    onFailed();
  };
  const expectAnswer = (within = extensionLimits.answer) => {
    clearTimeout(timer);
    timer = setTimeout(fail, within);
  };
  /** Asks whether it still answers. The browser slows down pages that are not shown. */
  const askLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (element.ownerDocument.hidden) return askLater();
      port.postMessage({ type: 'ping' } satisfies ToExtension);
      expectAnswer();
    }, extensionLimits.answer);
  };

  const releaseFocus = isHidden
    ? () => undefined
    : guardFocus(container, element, {
        onEntered: () => port.postMessage({ type: 'focus' } satisfies ToExtension),
        onStolen: fail,
      });
  const isTooMany = countMessages();
  port.onmessage = ({ data }) => {
    const message = readFromExtension(data);
    if (!message || message.type === 'failed' || isTooMany()) return fail();
    askLater();
    if (message.type === 'pong') return;
    if (message.type !== 'defined') return onMessage(message);
    if (isDefined) return fail();
    isDefined = true;
    for (const each of waiting.splice(0)) port.postMessage(each);
  };
  element.addEventListener('load', () => {
    // A second page is not the one that was opened.
    if (element.dataset.isLoaded) return fail();
    element.dataset.isLoaded = 'true';
    // Its origin is equal to no other one, so that none can be named here.
    element.contentWindow?.postMessage({ version: 1 }, '*', [port2]);
    expectAnswer();
  });
  expectAnswer(extensionLimits.loading);
  container.append(element);
  return {
    element,
    send: (message) => {
      if (isClosed) return;
      if (isDefined) port.postMessage(message);
      else waiting.push(message);
    },
    close: () => {
      if (!isClosed) close();
    },
  };
}

/** Says for each message whether it is one too many in its second. */
function countMessages(): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > 1000) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > extensionLimits.messages;
  };
}
