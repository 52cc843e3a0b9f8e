import type { ColorScheme } from '../../app/context/host-api.ts';
import { panelCss } from './panel-css.ts';
import { addShadow, make } from './shadow.ts';

export interface PanelContent {
  headline: string;
  sentences: string[];
  /** For support; omitted if there is nothing to look up. */
  id?: string | undefined;
  /** The recent events, for support: offered for copying. */
  details?: (() => string) | undefined;
  action?: { label: string; run: () => void } | undefined;
  colorScheme?: ColorScheme | undefined;
}

/**
 * Replaces the console when it cannot be shown: built without React and without the stylesheet, either of which may
 * have failed to load, and in a shadow root, so that the host's styles do not apply.
 */
export function showPanel(parent: HTMLElement, content: PanelContent): { remove: () => void } {
  const { host, shadow } = addShadow(parent, panelCss, content.colorScheme);
  host.dataset.qmPanel = '';

  const panel = make('section', { role: 'alert' }, make('h1', {}, content.headline));
  for (const sentence of content.sentences) panel.append(make('p', {}, sentence));
  if (content.id || content.details) panel.append(supportBox(content));
  if (content.action) panel.append(button(content.action.label, 'main', content.action.run));
  shadow.append(panel);
  return { remove: () => host.remove() };
}

function supportBox({ id, details }: PanelContent): HTMLElement {
  const box = make('div', { class: 'id' });
  if (id) {
    const code = make('code', {}, id);
    box.append(
      'Error ID',
      code,
      copyButton(
        'Copy',
        () => id,
        () => code,
      ),
    );
  }
  if (details) {
    const text = make('pre', { hidden: '' });
    const openDetails = () => {
      text.textContent = details();
      text.hidden = false;
      return text;
    };
    box.append(copyButton('Copy details', details, openDetails), text);
  }
  return box;
}

/** Copies a text; without the clipboard (no permission, not a secure page) it is selected for copying by keyboard. */
function copyButton(label: string, text: () => string, openText: () => HTMLElement): HTMLButtonElement {
  const copy = button(label, 'plain', () => {
    copyText(text()).then(
      () => {
        copy.textContent = 'Copied';
      },
      () => getSelection()?.selectAllChildren(openText()),
    );
  });
  return copy;
}

async function copyText(text: string) {
  await navigator.clipboard.writeText(text);
}

function button(label: string, look: 'main' | 'plain', run: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: look }, label);
  made.addEventListener('click', run);
  return made;
}
