// @ts-check
/**
 * Runs in the frame of an extension, before its script: defines `quartermaster`, and talks to the console by the channel that comes with
 * its first message.
 * @import { Extension, ExtensionField, ExtensionLook, ExtensionValue, Panel } from '../contract/extensions/extension-api.ts'
 * @import { DrawnKind, DrawnParts, FromExtension, passedKeys, ToExtension } from '../contract/extensions/messages.ts'
 */
{
  /** @type {Extension | undefined} */
  let extension;
  /** @type {MessagePort | undefined} */
  let port;
  /** @type {((context: never) => void) | undefined} */
  let draw;

  // The policy of the page stops all other ways to send something elsewhere.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);

  /** @param {FromExtension} message */
  const send = (message) => port?.postMessage(message);

  const sayDefined = () => extension && port && send({ type: 'defined' });

  /** @type {Panel} */
  const panel = {
    toast: (text) => send({ type: 'toast', text }),
    openItem: (templateId, id) => send({ type: 'open-item', templateId, id }),
  };

  /** @type {{ [K in DrawnKind]: DrawnParts[K]['requests'] }} */
  const requests = {
    panel,
    card: panel,
    editor: { ...panel, change: (value) => send({ type: 'change', value }) },
    action: { ...panel, change: (items) => send({ type: 'change-items', items }) },
  };

  /** @param {ExtensionLook} look */
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

  /** @param {DrawnKind} kind */
  const start = (kind) => {
    const root = document.createElement('div');
    document.body.append(root);
    new ResizeObserver(() => send({ type: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(
      root,
    );
    const part = extension?.[kind];
    if (!part) throw new Error(`The extension defines no ${kind}.`);
    // The kind says which requests and context it takes.
    return part(root, /** @type {never} */ (requests[kind]));
  };

  /** @param {{ type: DrawnKind, context: { look: ExtensionLook } }} message */
  const drawPart = ({ type, context }) => {
    try {
      adopt(context.look);
      draw ??= start(type);
      draw?.(/** @type {never} */ (context));
    } catch (error) {
      reportError(error);
      send({ type: 'failed' });
    }
  };

  /**
   * Of a group of radio buttons, Tab stops only at the checked one.
   * @param {HTMLElement} element
   */
  const isTabStop = (element) => {
    if (element.tabIndex < 0) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true;
    const group = element.name ? [...document.getElementsByName(element.name)] : [];
    return !group.some((other) => other instanceof HTMLInputElement && other.checked);
  };

  /** @type {{ [T in ToExtension['type']]: (message: Extract<ToExtension, { type: T }>) => void }} */
  const receive = {
    editor: drawPart,
    panel: drawPart,
    action: drawPart,
    card: drawPart,
    cells: ({ cells }) => {
      send({ type: 'cells', cells: cells.map(({ id, value, field }) => ({ id, drawing: drawingOf(value, field) })) });
    },
    focus: () => {
      for (const element of document.querySelectorAll('input, button, select, textarea, a[href], [tabindex]')) {
        if (!(element instanceof HTMLElement) || !isTabStop(element)) continue;
        element.focus();
        // A hidden or disabled element does not take the focus.
        if (document.activeElement === element) return;
      }
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

  /**
   * The keys that do something in the console: they do so in an ordinary input, too.
   * @type {typeof passedKeys[number][]}
   */
  const passed = ['mod+s', 'mod+enter', 'mod+k', 'alt+PageUp', 'alt+PageDown', 'Escape'];

  // A key that the extension has used itself is not passed on.
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, isTrusted, isComposing } = event;
    if (defaultPrevented || !isTrusted || isComposing || shiftKey) return;
    const pressed = `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${key}`.toLowerCase();
    const keys = passed.find((name) => name.toLowerCase() === pressed);
    if (!keys) return;
    if (keys !== 'Escape') event.preventDefault();
    send({ type: 'key', keys });
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
