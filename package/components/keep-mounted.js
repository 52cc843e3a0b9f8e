// @ts-check
/** @import { Lifecycles, Props, Wanted } from './keep-mounted.d.ts' */

/** The props of the console that an update can change; a change of any other prop mounts it again. */
const updatedProps = ['colorScheme', 'activeInstanceId', 'chrome', 'only', 'theme'];

const failed = 'The console could not be loaded. Check the connection, then reload the page.';

/** The event that the module itself would send, could it be loaded. */
const failedEvent = () => ({
  type: 'error',
  phase: 'load',
  fatal: true,
  id: Math.random().toString(16).slice(2).padEnd(16, '0').slice(0, 16),
  message: failed,
  recent: [],
});

/** @type {WeakMap<HTMLElement, (wanted: Wanted | null) => void>} */
const keepers = new WeakMap();

/**
 * Shows a console in an element, or none: loads the module, mounts, updates and unmounts it, one step after the other. A request that
 * arrives during a step replaces the one before it.
 * @param {HTMLElement} element
 * @param {Wanted | null} wanted
 */
export function keepMounted(element, wanted) {
  const keep = keepers.get(element) ?? createKeeper(element);
  keepers.set(element, keep);
  keep(wanted);
}

/** @param {HTMLElement} element */
function createKeeper(element) {
  /** @type {Wanted | null} */
  let wanted = null;
  /** @type {{ module: Lifecycles, src: unknown, props: Props, mounted: Props } | null} */
  let shown = null;
  let isBusy = false;

  const settle = async () => {
    // Requests within one task count once: strict mode unmounts and mounts again, and so does moving an element.
    await null;
    for (;;) {
      const next = wanted;
      if (shown && (!next || needsMount(shown, next))) {
        const { module, props } = shown;
        shown = null;
        await module.unmount({ name: props.name, domElement: element });
      } else if (!next) return;
      else if (!shown) {
        const module = await load(next.src).catch((error) => {
          if (wanted?.src === next.src) throw error;
        });
        if (!module || wanted?.src !== next.src) continue;
        empty(element);
        const props = wanted.props;
        shown = { module, src: next.src, props, mounted: props };
        const { onError: _, ...passed } = props;
        await module.mount({ ...passed, ...callbacksOf(props, () => wanted?.props ?? props), domElement: element });
      } else {
        const { module, props, mounted } = shown;
        shown = { ...shown, props: next.props };
        renewShared(mounted, next.props);
        const updated = next.updated ?? updatedProps;
        const changed = pick(next.props, updated);
        if (!isSame(pick(props, updated), changed))
          await module.update({ ...changed, name: props.name, domElement: element });
        if (wanted === next) return;
      }
    }
  };

  /** @param {unknown} error */
  const tell = (error) => {
    // biome-ignore lint/suspicious/noConsole: for developers of hosts
    console.error('Quartermaster: the module could not be loaded. Check "src", and that its server answers.', error);
    if (wanted?.onFailure) wanted.onFailure();
    else empty(element).append(fallbackOf(element));
    send(wanted?.props, failedEvent());
  };

  /** @param {Wanted | null} next */
  return (next) => {
    wanted = next;
    if (isBusy) return;
    isBusy = true;
    settle()
      .catch(tell)
      .finally(() => {
        isBusy = false;
      });
  };
}

/**
 * @param {Wanted['src']} src
 * @returns {Promise<import('./keep-mounted.d.ts').LoadedModule>}
 */
export async function load(src) {
  if (typeof src !== 'string') return src();
  // A path is one of the page, not of the bundle that contains this file, to which a development server would also add a query.
  const address = /^[./]/.test(src) ? new URL(src, document.baseURI).href : src;
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ address);
}

/** The functions by which consoles and parts of a page share their session: those that got the same one have to pass the same one on. */
const sessionFunctions = ['getAccessToken', 'fetch'];

/** @type {WeakMap<object, { call: (...values: unknown[]) => unknown, latest: any }>} */
const shared = new WeakMap();

/**
 * The function that stands for one of the host's functions in the module.
 * @param {any} original
 */
function sharedCall(original) {
  const known = shared.get(original);
  if (known) return known;
  const made = { latest: original, call: (/** @type {unknown[]} */ ...values) => made.latest(...values) };
  shared.set(original, made);
  return made;
}

/**
 * Always call the host's latest functions: a new function on each render is no reason to mount again.
 * @param {Props} props
 * @param {() => Props} latest
 */
function callbacksOf(props, latest) {
  const names = Object.keys(props).filter((name) => typeof props[name] === 'function' && !eventProps.includes(name));
  const callbacks = Object.fromEntries(
    names.map((name) => [
      name,
      sessionFunctions.includes(name)
        ? sharedCall(props[name]).call
        : (/** @type {unknown[]} */ ...values) => /** @type {any} */ (latest()[name])?.(...values),
    ]),
  );
  return { ...callbacks, onEvent: (/** @type {unknown} */ event) => send(latest(), event) };
}

/** Both get errors; the module knows only the first. */
const eventProps = ['onEvent', 'onError'];

/**
 * Sends an event to the host.
 * @param {Props | undefined} props
 * @param {any} event
 */
function send(props, event) {
  const { onEvent, onError } = /** @type {any} */ (props ?? {});
  onEvent?.(event);
  if (event.type === 'error') onError?.(event);
}

/**
 * Removes what an element shows; a template is not shown.
 * @param {HTMLElement} element
 */
function empty(element) {
  for (const child of [...element.childNodes]) if (!(child instanceof HTMLTemplateElement)) child.remove();
  return element;
}

/**
 * What an element shows if the module cannot be loaded: the content of its template, or a sentence.
 * @param {HTMLElement} element
 */
function fallbackOf(element) {
  const template = [...element.children].find((child) => child instanceof HTMLTemplateElement);
  if (template) return document.importNode(template.content, true);
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.textContent = failed;
  return sentence;
}

/**
 * Those that the host has passed on mounting are from now on the new ones.
 * @param {Props} mounted
 * @param {Props} props
 */
function renewShared(mounted, props) {
  for (const name of sessionFunctions)
    if (typeof mounted[name] === 'function' && typeof props[name] === 'function') {
      const call = sharedCall(mounted[name]);
      call.latest = props[name];
      // What is mounted with the new ones belongs to the same session.
      if (!shared.has(props[name])) shared.set(props[name], call);
    }
}

/**
 * @param {{ src: unknown, props: Props }} shown
 * @param {Wanted} next
 */
function needsMount(shown, next) {
  const others = [...new Set([...Object.keys(shown.props), ...Object.keys(next.props)])].filter(
    (name) => ![...(next.updated ?? updatedProps), ...eventProps].includes(name),
  );
  return shown.src !== next.src || !isSame(pick(shown.props, others), pick(next.props, others));
}

/**
 * @param {Props} props
 * @param {readonly string[]} names
 * @returns {Props}
 */
const pick = (props, names) => Object.fromEntries(names.map((name) => [name, props[name]]));

/**
 * @param {Props} one
 * @param {Props} other
 */
const isSame = (one, other) => Object.keys(one).every((name) => isEqual(one[name], other[name]));

/**
 * Functions are equal, as they are looked up when called; elements are compared by identity, lists and values such as themes by content.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
function isEqual(one, other) {
  if (one === other || (typeof one === 'function' && typeof other === 'function')) return true;
  const [entries, others] = [entriesOf(one), entriesOf(other)];
  if (!entries || entries.size !== others?.size) return false;
  return [...entries].every(([name, value]) => others.has(name) && isEqual(value, others.get(name)));
}

/**
 * The entries of a list or a plain object.
 * @param {unknown} value
 * @returns {Map<string, unknown> | undefined}
 */
function entriesOf(value) {
  const isPlain = Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isPlain || Array.isArray(value) ? new Map(Object.entries(/** @type {object} */ (value))) : undefined;
}
