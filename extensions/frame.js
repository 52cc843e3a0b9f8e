// @ts-check
/**
 * Runs in the frame of an extension, before its script: defines `quartermaster`, and talks to the console by the channel that comes with
 * its first message.
 * @import { Editor, EditorContext, Extension, ExtensionField, ExtensionValue } from '../contract/extensions/extension-api.ts'
 * @import { FromExtension, ToExtension } from '../contract/extensions/messages.ts'
 */
{
  /** @type {Extension | undefined} */
  let extension;
  /** @type {MessagePort | undefined} */
  let port;
  /** @type {((context: EditorContext) => void) | undefined} */
  let draw;

  // The policy of the page stops all other ways to send something elsewhere.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);

  /** @param {FromExtension} message */
  const send = (message) => port?.postMessage(message);

  const sayDefined = () => extension && port && send({ type: 'defined' });

  /** @type {Editor} */
  const editor = {
    change: (value) => send({ type: 'change', value }),
    toast: (text) => send({ type: 'toast', text }),
    openItem: (templateId, id) => send({ type: 'open-item', templateId, id }),
  };

  /** @param {EditorContext['look']} look */
  const adopt = ({ colorScheme, ...look }) => {
    const { style } = document.documentElement;
    style.colorScheme = colorScheme;
    style.fontFamily = look.fontFamily;
    style.fontSize = `${look.fontSize}px`;
    style.color = look.textColor;
    style.setProperty('--qm-primary', look.primaryColor);
    style.setProperty('--qm-text', look.textColor);
    style.setProperty('--qm-dimmed', look.dimmedColor);
    style.setProperty('--qm-border', look.borderColor);
    style.setProperty('--qm-input', look.inputColor);
    style.setProperty('--qm-radius', `${look.radius}px`);
  };

  /**
   * Nothing for a value that it cannot draw, so that the others are drawn.
   * @param {ExtensionValue} value
   * @param {ExtensionField} field
   */
  const drawingOf = (value, field) => {
    try {
      return extension?.cell?.(value, field) ?? {};
    } catch (error) {
      reportError(error);
      return {};
    }
  };

  const start = () => {
    const root = document.createElement('div');
    document.body.append(root);
    new ResizeObserver(() => send({ type: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(
      root,
    );
    return extension?.editor?.(root, editor);
  };

  /** @type {{ [T in ToExtension['type']]: (message: Extract<ToExtension, { type: T }>) => void }} */
  const receive = {
    editor: ({ context }) => {
      adopt(context.look);
      draw ??= start();
      draw?.(context);
    },
    cells: ({ cells }) => {
      send({ type: 'cells', cells: cells.map(({ id, value, field }) => ({ id, drawing: drawingOf(value, field) })) });
    },
    focus: () => {
      const first = document.querySelector('input, button, select, textarea, a[href], [tabindex]');
      if (first instanceof HTMLElement) first.focus();
    },
    ping: () => send({ type: 'pong' }),
  };

  addEventListener('message', ({ source, ports: [first] }) => {
    if (port || !first || source !== parent) return;
    port = first;
    // The type says which function takes the message.
    port.onmessage = ({ data }) =>
      receive[/** @type {ToExtension['type']} */ (data.type)]?.(/** @type {never} */ (data));
    sayDefined();
  });

  Object.defineProperty(globalThis, 'quartermaster', {
    value: Object.freeze({
      version: 1,
      /** @param {Extension} defined */
      define: (defined) => {
        extension ??= defined;
        sayDefined();
      },
    }),
  });
}
