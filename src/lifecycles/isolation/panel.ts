import type { ColorScheme } from '../../app/context/console-props.ts';
import { panelCss } from './panel-css.ts';

export interface PanelContent {
  headline: string;
  sentences: string[];
  /** Quoted to support; without it nothing went wrong that support could look up. */
  id?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  colorScheme?: ColorScheme | undefined;
}

/**
 * What stands in the console's place when the console cannot: made without React and without the stylesheet, either of
 * which may be what is missing, and in a shadow root, so that the host's styles do not reach it.
 */
export function showPanel(parent: HTMLElement, content: PanelContent): { remove: () => void } {
  const host = document.createElement('div');
  host.dataset.qmPanel = '';
  host.style.colorScheme =
    !content.colorScheme || content.colorScheme === 'system' ? 'light dark' : content.colorScheme;
  const shadow = host.attachShadow({ mode: 'open' });
  adoptStyles(shadow);

  const panel = make('section', { role: 'alert' }, make('h1', {}, content.headline));
  for (const sentence of content.sentences) panel.append(make('p', {}, sentence));
  if (content.id) panel.append(idBox(content.id));
  if (content.action) panel.append(button(content.action.label, 'main', content.action.run));
  shadow.append(panel);
  parent.append(host);
  return { remove: () => host.remove() };
}

function idBox(id: string): HTMLElement {
  const code = make('code', {}, id);
  const copy = button('Copy', 'plain', () => {
    copyText(id).then(
      () => {
        copy.textContent = 'Copied';
      },
      // Without the clipboard (no permission, not a secure page) the id is marked, ready for the keyboard's copy.
      () => getSelection()?.selectAllChildren(code),
    );
  });
  return make('div', { class: 'id' }, 'Error ID', code, copy);
}

async function copyText(text: string) {
  await navigator.clipboard.writeText(text);
}

function button(label: string, look: 'main' | 'plain', run: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: look }, label);
  made.addEventListener('click', run);
  return made;
}

/** A constructed stylesheet is allowed by every content security policy. */
function adoptStyles(shadow: ShadowRoot) {
  if (!('adoptedStyleSheets' in shadow)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelCss);
  shadow.adoptedStyleSheets = [sheet];
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
