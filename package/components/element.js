// @ts-check
import { keepMounted } from './keep-mounted.js';
import { partOf } from './part-lifecycles.js';

/** @import { Wanted } from './keep-mounted.d.ts' */

/** The attributes that both elements have, and how each is read. */
const attributes = {
  'api-base': String,
  'color-scheme': String,
  'active-instance-id': Number,
  'contract-version': Number,
};

const consoleAttributes = { ...attributes, basename: String, routing: String, name: String };

const partAttributes = { ...attributes, 'template-id': String, label: String, query: String };

/** Elements do not exist where the portal's pages are rendered on a server. */
const Base = globalThis.HTMLElement ?? class {};

/** What is mounted while the element is in the page. */
class MountingElement extends Base {
  /** @type {Record<string, (text: string) => unknown>} */
  static read = {};

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
      const sentence = `<${this.localName}> needs the attribute "src", the address of quartermaster.js.`;
      // biome-ignore lint/suspicious/noConsole: for developers of hosts
      console.error(`Quartermaster: ${sentence}`);
      this.textContent = sentence;
      return;
    }
    const { read: readers } = /** @type {typeof MountingElement} */ (this.constructor);
    const given = Object.entries(readers).flatMap(([name, read]) => {
      const value = this.getAttribute(name);
      return value === null ? [] : [[name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()), read(value)]];
    });
    /** @param {unknown} detail */
    const onEvent = (detail) => {
      this.dispatchEvent(new CustomEvent('quartermaster', { detail }));
      if (typeof this.#props.onEvent === 'function') this.#props.onEvent(detail);
    };
    keepMounted(this, { ...this.wanted(src), props: { ...this.#props, ...Object.fromEntries(given), onEvent } });
  }

  /**
   * What of a module is mounted.
   * @param {string} src
   * @returns {Pick<Wanted, 'src' | 'updated'>}
   */
  wanted(src) {
    return { src };
  }
}

/** `<quartermaster-console src basename …>`: the console, mounted while the element is in the page. */
export class QuartermasterConsoleElement extends MountingElement {
  /** @override */
  static read = consoleAttributes;
  static observedAttributes = ['src', ...Object.keys(consoleAttributes)];
}

/** `<quartermaster-part src name …>`: a part of the console, mounted while the element is in the page. */
export class QuartermasterPartElement extends MountingElement {
  /** @override */
  static read = partAttributes;
  static observedAttributes = ['src', 'name', ...Object.keys(partAttributes)];

  /** @type {import('./keep-mounted.d.ts').Mounted | null} */
  #mounted = null;

  /** The same source as long as module and name are the same: another one mounts again. */
  #source = { key: '', wanted: /** @type {Pick<Wanted, 'src' | 'updated'>} */ ({ src: '' }) };

  /** The methods of the mounted part; `null` until it is mounted. */
  get mounted() {
    return this.#mounted;
  }

  /**
   * @override
   * @param {string} src
   */
  wanted(src) {
    const name = this.getAttribute('name') ?? '';
    const key = `${name} ${src}`;
    if (key !== this.#source.key) {
      const wanted = partOf(src, /** @type {'item-picker'} */ (name), (part) => {
        this.#mounted = part;
      });
      this.#source = { key, wanted };
    }
    return this.#source.wanted;
  }
}

/** @type {[string, CustomElementConstructor][]} */
const elements = [
  ['quartermaster-console', QuartermasterConsoleElement],
  ['quartermaster-part', QuartermasterPartElement],
];
for (const [name, element] of elements)
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
