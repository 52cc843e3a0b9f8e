import type { ColorScheme } from '../../app/context/console-props.ts';
import { panelCss } from './panel-css.ts';

export interface PanelContent {
  headline: string;
  sentences: string[];
  /** For support; omitted if there is nothing to look up. */
  id?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  colorScheme?: ColorScheme | undefined;
}

/**
 * Replaces the console when it cannot be shown: built without React and without the stylesheet, either of which may
 * have failed to load, and in a shadow root, so that the host's styles do not apply.
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
      // If the clipboard is unavailable (no permission, not a secure page), the id is selected for copying by keyboard.
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
