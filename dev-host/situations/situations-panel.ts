import { byId, connectPanel } from '../page-parts.ts';
import { type Fault, setFault } from './faults.ts';
import { connectPageSwitches } from './page-switches.ts';

interface SituationsHost {
  /** Unmounts the console, and mounts it with these props in addition to the portal's own. */
  mount: (props: Record<string, unknown>) => Promise<void>;
  update: (props: Record<string, unknown>) => Promise<void>;
  /** Updates the console, and passes the same props whenever it is mounted again. */
  choose: (props: Record<string, unknown>) => Promise<void>;
  /** Mounts the console again, with its menu drawn by the portal or in its own sidebar. */
  drawMenu: (isOwn: boolean) => Promise<void>;
  /** Shows the meters until the returned function is called. */
  measure: () => () => void;
}

/** The panel that reproduces the situations of other portals. */
export function connectSituationsPanel({ mount, update, choose, drawMenu, measure }: SituationsHost): void {
  const fault = byId('situation-fault', HTMLSelectElement);
  const form = byId('situation-form', HTMLFormElement);
  const text = byId('situation-props', HTMLTextAreaElement);
  const status = byId('situation-status', HTMLElement);
  let stop: (() => void) | undefined;

  connectPageSwitches();
  connectPanel('situations', (isShown) => {
    stop?.();
    stop = isShown ? measure() : undefined;
  });
  const chrome = byId('situation-chrome', HTMLSelectElement);
  chrome.addEventListener('change', () => void choose({ chrome: JSON.parse(chrome.value) }));
  const only = byId('situation-only', HTMLSelectElement);
  only.addEventListener('change', () => void choose({ only: only.value || undefined }));
  const menu = byId('situation-menu', HTMLInputElement);
  menu.addEventListener('change', () => void drawMenu(menu.checked));
  const theme = byId('situation-theme', HTMLSelectElement);
  theme.addEventListener('change', () => void choose({ theme: theme.value ? JSON.parse(theme.value) : undefined }));
  fault.addEventListener('change', () => setFault(fault.value === '' ? null : (fault.value as Fault)));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const props = readProps(text.value);
    if (!props) {
      status.textContent = 'Write the props as a JSON object, such as { "routing": "memory" }.';
      return;
    }
    const isUpdate = event.submitter?.getAttribute('value') === 'update';
    try {
      await (isUpdate ? update : mount)(props);
      status.textContent = isUpdate ? 'Updated.' : 'Mounted.';
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  });
}

function readProps(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
