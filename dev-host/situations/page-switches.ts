import { byId } from '../page-parts.ts';

/** Styles as some portals have them: with ids, of every element, of names that others use, and without regard for them. */
const hostile = `
  * { letter-spacing: 3px; text-transform: uppercase; }
  #console-view #slot svg { width: 60px; fill: red; }
  div::after { content: "portal"; }
  :root { --button-bg: magenta; --mantine-color-body: magenta; }
  button { all: unset; }
`;

/** Lets the page be as other portals' pages are: its direction, its root font size, a narrow slot, hostile styles. */
export function connectPageSwitches(): void {
  const { documentElement: page } = document;
  const slot = byId('slot', HTMLElement);
  const direction = byId('situation-direction', HTMLSelectElement);
  const fontSize = byId('situation-font-size', HTMLSelectElement);
  const narrow = byId('situation-narrow', HTMLInputElement);
  const styles = byId('situation-styles', HTMLInputElement);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(hostile);

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
}
