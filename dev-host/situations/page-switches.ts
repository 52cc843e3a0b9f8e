import { byId, make } from '../page-parts.ts';

/** Styles as in some portals: resets, and rules by id, for every element, and for class names that others also use. */
const hostile = `
  * { letter-spacing: 3px; text-transform: uppercase; }
  #console-view #slot svg { width: 60px; fill: red; }
  div::after { content: "portal"; }
  :root { --button-bg: magenta; --mantine-color-body: magenta; }
  button { all: unset; }
`;

/** Makes the page resemble other portals: text direction, root font size, a narrow container, styles, a policy, a broken chunk. */
export function connectPageSwitches(): void {
  const { documentElement: page } = document;
  const slot = byId('slot', HTMLElement);
  const direction = byId('situation-direction', HTMLSelectElement);
  const fontSize = byId('situation-font-size', HTMLSelectElement);
  const narrow = byId('situation-narrow', HTMLInputElement);
  const styles = byId('situation-styles', HTMLInputElement);
  const mantine = byId('situation-mantine', HTMLSelectElement);
  const policy = byId('situation-policy', HTMLInputElement);
  const chunk = byId('situation-chunk', HTMLSelectElement);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(hostile);
  const mantineStyles = make('link', { rel: 'stylesheet' });

  direction.addEventListener('change', () => {
    page.dir = direction.value;
  });
  fontSize.addEventListener('change', () => {
    page.style.fontSize = fontSize.value;
  });
  narrow.addEventListener('change', () => {
    slot.style.maxWidth = narrow.checked ? '390px' : '';
  });
  styles.addEventListener('change', () => {
    document.adoptedStyleSheets = styles.checked ? [sheet] : [];
  });
  mantine.addEventListener('change', () => {
    mantineStyles.remove();
    mantineStyles.href = `/vendor/mantine-${mantine.value}.css`;
    if (mantine.value) document.head.append(mantineStyles);
    // As the provider of that Mantine version does.
    if (mantine.value) page.dataset.mantineColorScheme = 'dark';
    else delete page.dataset.mantineColorScheme;
  });

  const situation = new URLSearchParams(location.search);
  policy.checked = situation.get('policy') === 'strict';
  chunk.value = situation.get('chunk') ?? '';
  policy.addEventListener('change', () => reloadWith('policy', policy.checked ? 'strict' : ''));
  chunk.addEventListener('change', () => reloadWith('chunk', chunk.value));
}

/** A page's policy and its loaded modules stay until it is reloaded. */
function reloadWith(name: string, value: string) {
  const url = new URL(location.href);
  url.searchParams.delete(name);
  if (value) url.searchParams.set(name, value);
  location.assign(url);
}
