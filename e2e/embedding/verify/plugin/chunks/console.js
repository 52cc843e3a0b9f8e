// @ts-check
/**
 * Renders two pages with links, a dialog and a form; returns a function that stops it.
 * @param {{ root: HTMLElement, overlay: HTMLElement, props: { basename?: string, routing?: string }, faults: string[], setDirty: () => void }} options
 */
export function render({ root, overlay, props, faults, setDirty }) {
  const base = props.basename ?? '';
  let path = props.routing === 'memory' ? base : location.pathname;

  const link = (/** @type {string} */ to, /** @type {string} */ label) => {
    const made = make('a', label);
    made.setAttribute('href', to);
    made.addEventListener('click', (event) => {
      event.preventDefault();
      if (faults.includes('reloads')) return location.assign(to);
      path = to;
      if (props.routing === 'memory') return show();
      if (faults.includes('replaces')) history.replaceState(null, '', to);
      else history.pushState(null, '', to);
      if (faults.includes('two-entries')) history.pushState(null, '', to);
      show();
    });
    return made;
  };

  const openDialog = () => {
    const dialog = make('div', 'A dialog');
    dialog.setAttribute('role', 'dialog');
    overlay.replaceChildren(dialog);
    if (faults.includes('locks-scroll')) document.body.style.overflow = 'hidden';
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    overlay.replaceChildren();
    if (faults.includes('locks-scroll')) document.body.removeAttribute('style');
  };

  const show = () => {
    const opener = make('button', 'Open a dialog');
    opener.setAttribute('aria-haspopup', 'dialog');
    opener.addEventListener('click', openDialog);
    const input = document.createElement('input');
    input.addEventListener('input', setDirty);
    root.replaceChildren(
      make('h1', path.endsWith('/second') ? 'Second page' : 'First page'),
      link(base, 'First'),
      link(`${base}/second`, 'Second'),
      opener,
      input,
    );
  };
  const follow = () => {
    if (!location.pathname.startsWith(base) || location.pathname === path) return;
    path = location.pathname;
    if (!faults.includes('ignores-back')) show();
    else root.replaceChildren();
  };

  show();
  if (props.routing !== 'memory') window.addEventListener('popstate', follow);
  document.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('popstate', follow);
    document.removeEventListener('keydown', onKey);
  };
}

function make(/** @type {string} */ tag, /** @type {string} */ text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}
