// @ts-check
/**
 * A small plugin that keeps the promises of docs/embedding.md, and breaks some of them on request (`?faults=`), so that
 * tests see `verify-embed` notice it.
 */
const here = new URL(import.meta.url);
const faults = (here.searchParams.get('faults') ?? '').split(',');
const stylesheet = new URL(`assets/quartermaster.css${here.search}`, here).href;

export const contract = {
  version: faults.includes('wrong-version') ? 99 : 1,
  features: ['events', 'limits'],
  limits: { mount: 800, placeholder: 300 },
};

/** @typedef {{ type: string, [detail: string]: unknown }} HostEvent */
/**
 * @typedef {object} Props
 * @property {string} [name]
 * @property {HTMLElement} [domElement]
 * @property {() => HTMLElement} [domElementGetter]
 * @property {string} [basename]
 * @property {string} [routing]
 * @property {(event: HostEvent) => void} [onEvent]
 */
/** @typedef {ReturnType<typeof createMount>} Mount */

/** @type {Map<string, Mount>} */
const mounts = new Map();
let hasBeenSlow = false;
/** What a leaking plugin retains. @type {unknown[]} */
const kept = [];
/** @type {HTMLLinkElement | undefined} */
let link;

const never = () => new Promise(() => undefined);
const after = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

export async function bootstrap() {}

/** @param {Props} props */
export async function mount(props) {
  const made = createMount(props);
  mounts.set(props.name ?? '', made);
  if (faults.includes('never-mounts')) await made.start().then(never);
  const isSlowOnce = faults.includes('slow-once') && props.name === 'verify-embed' && !hasBeenSlow;
  if (isSlowOnce) hasBeenSlow = true;
  if (faults.includes('slow-mount') || isSlowOnce) await after(2_500);
  await Promise.race([made.start(), ...(faults.includes('waits') ? [] : [after(800)])]);
}

export const update = faults.includes('no-update') ? undefined : async () => undefined;

/**
 * @param {string} name
 * @param {Props} props
 */
export async function mountPart(name, props) {
  if (faults.includes('part-rejects') && name === 'list') throw new Error('fixture');
  if (faults.includes('part-slow')) await after(2_500);
  const element = document.createElement('div');
  props.domElement?.append(element);
  return {
    update: async () => ({ isDone: !faults.includes('part-refuses') }),
    unmount: async () => {
      if (!faults.includes('part-stays')) element.remove();
      if (!faults.includes('part-undisposed')) props.onEvent?.({ type: 'disposed' });
    },
  };
}

/** @param {Props} props */
export async function unmount(props) {
  mounts.get(props.name ?? '')?.end();
  mounts.delete(props.name ?? '');
  if (faults.includes('never-unmounts')) await never();
}

/** @param {Props} props */
function createMount(props) {
  const parent = props.domElement ?? props.domElementGetter?.() ?? document.body;
  const root = addNode(parent);
  const overlay = addNode(document.body);
  overlay.dataset.qmOverlay = '';
  /** @type {Element | null} */
  let before = null;
  let ended = false;
  let isDirty = false;
  /** @type {(() => void) | undefined} */
  let stop;

  const onFocus = (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget instanceof HTMLElement && !root.contains(event.relatedTarget)) before = event.relatedTarget;
  };
  root.addEventListener('focusin', onFocus);

  const onRouting = (/** @type {Event} */ event) => {
    const { newUrl, cancelNavigation } = /** @type {CustomEvent} */ (event).detail;
    if (!isDirty || new URL(newUrl).pathname.startsWith('/content') || faults.includes('never-asks')) return;
    if (!window.confirm('You have unsaved changes. Leave without saving?')) cancelNavigation();
    if (faults.includes('forgets')) for (const input of root.querySelectorAll('input')) input.value = '';
  };
  window.addEventListener('single-spa:before-routing-event', onRouting);

  const setDirty = () => {
    isDirty = true;
  };
  const onEvent = (/** @type {HostEvent} */ event) => props.onEvent?.(event);

  /** @param {string} text @param {boolean} isRetried */
  const showPanel = (text, isRetried) => {
    root.replaceChildren();
    if (faults.includes('no-panel')) return;
    const panel = document.createElement('div');
    panel.dataset.qmPanel = '';
    const alert = document.createElement('section');
    alert.setAttribute('role', 'alert');
    const sentence = document.createElement('p');
    sentence.textContent = text;
    alert.append(sentence);
    panel.attachShadow({ mode: 'open' }).append(alert);
    if (isRetried && !faults.includes('no-retry')) {
      const button = document.createElement('button');
      button.textContent = 'Try again';
      if (!faults.includes('dead-retry')) button.addEventListener('click', () => void start());
      alert.append(button);
    }
    root.append(panel);
  };

  const start = async () => {
    if (props.basename !== undefined && !props.basename.startsWith('/')) {
      if (faults.includes('rejects')) throw new Error('wrong basename');
      onEvent({ type: 'error', phase: 'load', fatal: true });
      return showPanel(faults.includes('vague-panel') ? 'Oops' : 'The prop "basename" must be a path.', false);
    }
    root.replaceChildren();
    const timer = setTimeout(() => {
      if (faults.includes('no-placeholder') || faults.includes('shows-nothing')) return;
      const placeholder = document.createElement('div');
      placeholder.dataset.qmPlaceholder = '';
      placeholder.textContent = 'Loading';
      root.append(placeholder);
    }, 300);
    try {
      const [{ render }] = await Promise.all([import('./chunks/console.js'), loadStylesheet()]);
      if (faults.includes('shows-nothing')) await after(2_000);
      if (ended) return;
      root.replaceChildren();
      stop = render({ root, overlay, props, faults, setDirty });
      misbehave({ root, overlay });
      if (!faults.includes('no-ready')) onEvent({ type: 'ready' });
    } catch {
      link?.remove();
      link = undefined;
      if (!ended) showPanel('A part of the console could not be loaded.', true);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    root,
    start,
    end() {
      ended = true;
      stop?.();
      window.removeEventListener('single-spa:before-routing-event', onRouting);
      const hadFocus = root.contains(document.activeElement);
      root.remove();
      if (!faults.includes('overlay-stays')) overlay.remove();
      if (faults.includes('late-node')) setTimeout(() => document.body.append(overlay), 50);
      if (mounts.size <= 1) {
        link?.remove();
        link = undefined;
      }
      if (hadFocus && before instanceof HTMLElement && !faults.includes('drops-focus')) before.focus();
      if (!faults.includes('no-disposed')) onEvent({ type: 'disposed' });
    },
  };
}

/** @param {HTMLElement} parent */
function addNode(parent) {
  const node = document.createElement('div');
  node.setAttribute('data-qm-root', 'fixture');
  parent.append(node);
  return node;
}

function loadStylesheet() {
  const added = link ?? document.createElement('link');
  if (link) return Promise.resolve();
  link = added;
  added.rel = 'stylesheet';
  added.crossOrigin = 'anonymous';
  added.href = stylesheet;
  added.dataset.qmStyle = '';
  document.head.append(added);
  return new Promise((resolve, reject) => {
    added.onload = resolve;
    added.onerror = () => reject(new Error('The stylesheet could not be loaded.'));
  });
}

/** The faults of a mount that has been rendered. @param {{ root: HTMLElement, overlay: HTMLElement }} nodes */
function misbehave({ root, overlay }) {
  /** @type {Record<string, () => void>} */
  const misdeeds = {
    'extra-node': () => void document.head.append(document.createElement('style')),
    'no-overlay': () => overlay.remove(),
    'body-style': () => document.body.style.setProperty('overflow', 'hidden'),
    'html-attribute': () => document.documentElement.setAttribute('data-fixture', ''),
    title: () => {
      document.title = 'Fixture';
    },
    'short-attribute': () => {
      document.body.classList.add('fixture');
      document.body.classList.remove('fixture');
    },
    'inline-on-host': () => {
      const masthead = document.querySelector('header');
      if (masthead) masthead.style.letterSpacing = '3px';
    },
    'removes-other': () => {
      if (mounts.size > 1) [...mounts.values()][0]?.root.remove();
    },
    listener: () => window.addEventListener('resize', () => root.isConnected),
    'document-listener': () => document.addEventListener('keydown', () => root.isConnected),
    global: () => void Object.assign(window, { fixtureState: 1 }),
    storage: () => localStorage.setItem('fixture', '1'),
    cookie: () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the fault
      document.cookie = 'fixture=1';
    },
    database: () => void indexedDB.open('fixture'),
    'keeps-nodes': () => void kept.push(root),
    'keeps-listeners': () => {
      const target = new BroadcastChannel('fixture');
      target.addEventListener('message', () => undefined);
      kept.push(target);
    },
    'keeps-memory': () => void kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index }))),
    'takes-focus': () => root.querySelector('button')?.focus(),
    throws: () => void setTimeout(() => Promise.reject(new Error('fixture'))),
    // biome-ignore lint/suspicious/noConsole: the fault
    logs: () => console.error('fixture'),
    'inline-style': () => root.setAttribute('style', 'color: red'),
  };
  for (const fault of faults) misdeeds[fault]?.();
}
