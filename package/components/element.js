// @ts-check
import { keepMounted } from './keep-mounted.js';

/** The attributes, and how each is read. */
const attributes = {
  basename: String,
  'api-base': String,
  routing: String,
  'color-scheme': String,
  'active-instance-id': Number,
  'contract-version': Number,
  name: String,
};

/** Elements do not exist where the portal's pages are rendered on a server. */
const Base = globalThis.HTMLElement ?? class {};

/** `<quartermaster-console src basename …>`: the console, mounted while the element is in the page. */
export class QuartermasterConsoleElement extends Base {
  static observedAttributes = ['src', ...Object.keys(attributes)];

  /** @type {Record<string, unknown>} */
  #props = {};

  /** Props that are not text, such as functions; the attributes' props are merged with these. */
  get props() {
    return this.#props;
  }

  set props(props) {
    this.#props = props;
    this.#show();
  }

  connectedCallback() {
    this.style.display ||= 'block';
    this.#show();
  }

  disconnectedCallback() {
    keepMounted(this, null);
  }

  attributeChangedCallback() {
    this.#show();
  }

  #show() {
    const src = this.getAttribute('src');
    if (!this.isConnected) return;
    if (!src) {
      const sentence = '<quartermaster-console> needs the attribute "src", the address of quartermaster.js.';
      // biome-ignore lint/suspicious/noConsole: for developers of hosts
      console.error(`Quartermaster: ${sentence}`);
      this.textContent = sentence;
      return;
    }
    const given = Object.entries(attributes).flatMap(([name, read]) => {
      const value = this.getAttribute(name);
      return value === null ? [] : [[name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()), read(value)]];
    });
    /** @param {unknown} detail */
    const onEvent = (detail) => {
      this.dispatchEvent(new CustomEvent('quartermaster', { detail }));
      if (typeof this.#props.onEvent === 'function') this.#props.onEvent(detail);
    };
    keepMounted(this, { src, props: { ...this.#props, ...Object.fromEntries(given), onEvent } });
  }
}

if (globalThis.customElements && !customElements.get('quartermaster-console'))
  customElements.define('quartermaster-console', QuartermasterConsoleElement);
