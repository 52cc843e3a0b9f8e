import { navigateToUrl, registerApplication, start, triggerAppChange } from 'single-spa';
import { drawConsoleMenu } from './console-menu.ts';
import { createEventLog } from './event-log.ts';
import { byId } from './page-parts.ts';
import { showHostPage } from './pages.ts';
import { type ColorScheme, loadQuartermaster, type QuartermasterEvent } from './quartermaster.ts';
import { createReplayPanel } from './replay/replay-panel.ts';
import { createMeters } from './situations/meters.ts';
import { connectSituationsPanel } from './situations/situations-panel.ts';

const view = byId('console-view', HTMLElement);
const slot = byId('slot', HTMLElement);
const scheme = byId('scheme', HTMLSelectElement);
const toggle = byId('toggle', HTMLButtonElement);
const where = byId('where', HTMLElement);
const log = createEventLog();

/** Whether the console should be mounted on its paths. */
let wanted = true;
/** The initial instance of a replay; otherwise the account's. */
let activeInstanceId: number | undefined;
/** Props entered by the user, in addition to the portal's own. */
let written: Record<string, unknown> = {};
/** Props set by the situations panel. */
let chosen: Record<string, unknown> = {};
const meters = createMeters();

const isContent = (pathname: string) => pathname === '/content' || pathname.startsWith('/content/');

registerApplication({
  name: 'quartermaster',
  app: async () => meters.measured(await loadQuartermaster()),
  activeWhen: ({ pathname }) => wanted && isContent(pathname),
  customProps: () => ({
    contractVersion: 1,
    domElementGetter: () => slot,
    basename: '/content',
    colorScheme: scheme.value,
    activeInstanceId,
    nonce: document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.nonce,
    onEvent,
    navigate: navigateToUrl,
    ...chosen,
    ...written,
  }),
});

connectSituationsPanel({
  async mount(props) {
    await show(false);
    written = props;
    await show(true);
  },
  async update(props) {
    const { update } = await loadQuartermaster();
    await update({ name: 'quartermaster', ...props });
  },
  async choose(props) {
    chosen = { ...chosen, ...props };
    const { update } = await loadQuartermaster();
    await update({ name: 'quartermaster', ...props });
  },
  async drawMenu(isOwn) {
    await show(false);
    const { onMenu: _, chrome: __, ...others } = chosen;
    chosen = isOwn ? { ...others, chrome: { sidebar: false }, onMenu: drawConsoleMenu } : others;
    await show(true);
  },
  measure: meters.start,
});

const replay = createReplayPanel({
  go: (path) => navigateToUrl(`/content${path}`),
  async remount(path, props) {
    await show(false);
    takeProps(props);
    navigateToUrl(`/content${path}`);
    await show(true);
  },
  async update(props) {
    takeProps(props);
    const { update } = await loadQuartermaster();
    await update({ name: 'quartermaster', colorScheme: scheme.value, activeInstanceId });
  },
  retry() {
    const panel = slot.querySelector('[data-qm-panel]')?.shadowRoot;
    const button = [...(panel?.querySelectorAll('button') ?? [])].find((each) => each.textContent === 'Try again');
    button?.click();
    return button !== undefined;
  },
});

/** The props of a replay; the stored color scheme is not changed. */
function takeProps(props: Record<string, string>) {
  if (props.colorScheme) scheme.value = props.colorScheme;
  document.documentElement.dataset.theme = scheme.value;
  activeInstanceId = props.activeInstanceId ? Number(props.activeInstanceId) : undefined;
}

/** Mounts or unmounts the console; resolves once that is done. */
async function show(isShown: boolean) {
  wanted = isShown;
  toggle.textContent = wanted ? 'Unmount' : 'Mount';
  await triggerAppChange();
}

function onEvent(event: QuartermasterEvent) {
  log.add(event);
  replay.note(event.type);
  if (event.type === 'shown') meters.noteShown();
  if (event.type === 'title') document.title = `${event.title} · Lodestone Games`;
  if (event.type === 'breadcrumb') where.textContent = event.crumbs.map(({ label }) => label).join(' / ');
  if (event.type === 'scheme') void setScheme(event.colorScheme);
}

/** The portal owns the color scheme: the console only requests changes. */
async function setScheme(value: ColorScheme) {
  scheme.value = value;
  document.documentElement.dataset.theme = value;
  localStorage.setItem('lodestone-colours', value);
  const { update } = await loadQuartermaster();
  await update({ name: 'quartermaster', colorScheme: value });
}

function showPlace() {
  const { pathname } = location;
  view.hidden = !isContent(pathname);
  showHostPage(isContent(pathname) ? null : pathname);
  if (!isContent(pathname)) {
    where.textContent = '';
    document.title = 'Lodestone Games';
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.masthead nav a')) {
    const path = link.pathname;
    if (path === pathname || (path === '/content' && isContent(pathname))) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function followLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigateToUrl(link.pathname);
}

// Only the portal's own links; the console handles its own.
byId('masthead', HTMLElement).addEventListener('click', followLink);
byId('page', HTMLElement).addEventListener('click', followLink);
byId('console-menu', HTMLElement).addEventListener('click', followLink);
scheme.addEventListener('change', () => void setScheme(scheme.value as ColorScheme));
toggle.addEventListener('click', () => void show(!wanted));
window.addEventListener('single-spa:routing-event', showPlace);

const remembered = localStorage.getItem('lodestone-colours');
scheme.value = remembered === 'dark' || remembered === 'system' ? remembered : 'light';
document.documentElement.dataset.theme = scheme.value;
showPlace();
start();
