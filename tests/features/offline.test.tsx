import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchConnection } from '../../src/shared/http/connection.ts';
import { fetchCode } from '../../src/shared/http/fetch-code.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { withWeapons } from './sync-studio.ts';

type Fetch = typeof globalThis.fetch;

const offline = 'You are offline. What you have typed stays here, and can be saved once you are online again.';
const unreachable =
  'The server cannot be reached. What you have typed stays here, and can be saved once the server is back.';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A network connection that can be cut and restored, with the browser’s events. */
function openLine() {
  const line = { isCut: false, calls: 0 };
  const setCut = (isCut: boolean) => {
    line.isCut = isCut;
    vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(!isCut);
    fireEvent(window, new Event(isCut ? 'offline' : 'online'));
  };
  onTestFinished(() => setCut(false));
  const intercept =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      if (line.isCut) throw new TypeError('Failed to fetch');
      line.calls += 1;
      return fetch(input, init).finally(() => {
        line.calls -= 1;
      });
    };
  /** Requests made offline never complete: wait until the page and its menu have sent all of theirs. */
  const untilQuiet = async () => {
    await screen.findByRole('link', { name: 'Images' });
    await waitFor(() => expect(line.calls).toBe(0));
  };
  return { line, intercept, untilQuiet, cut: () => setCut(true), restore: () => setCut(false) };
}

type Line = ReturnType<typeof openLine>;

async function openNewItem({ intercept, untilQuiet }: Pick<Line, 'intercept' | 'untilQuiet'>) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const view = await renderConsole(`/instance/${server.studio.dev}/templates/image/items/new`, {
    server,
    as: 'owner',
    intercept,
  });
  await view.user.type(await screen.findByLabelText(/^Label/), 'Excalibur');
  await untilQuiet();
  return { ...view, server };
}

const label = () => screen.getByLabelText<HTMLInputElement>(/^Label/).value;

test('the message about a call without an answer goes once the connection is back', async () => {
  shows('4.designers.error-connection', '4.designers.error-once');
  const { cut, restore, intercept } = openLine();
  const { server, weapons } = await withWeapons(['Sword']);
  const address = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { user, root, overlay } = await renderConsole(address, { server, as: 'owner', intercept });
  await user.type(await screen.findByLabelText(/^Label/), ' of old');
  cut();
  await saveOtherwise(user, 'Save and stay');
  const callout = await within(root).findByRole('alert');
  expect(callout.textContent).toContain('The server cannot be reached.');
  // The form says it, so no toast does.
  expect(within(overlay).queryByRole('alert')).toBeNull();
  // A call without a form has a toast.
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  const toast = await within(overlay).findByRole('alert');
  expect(within(toast).getByText('Next item')).toBeTruthy();
  // Under the pointer it does not close by itself.
  await user.hover(toast);
  restore();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(label()).toBe('Sword of old');
});

test('offline, the console shows a banner, keeps input, and confirms leaving as usual', async () => {
  const { cut, restore, ...line } = openLine();
  const { user, overlay } = await openNewItem(line);
  cut();
  expect((await within(overlay).findByRole('status')).textContent).toBe(offline);
  await user.click(screen.getByRole('link', { name: 'Images' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
  expect(label()).toBe('Excalibur');
  restore();
  await waitFor(() => expect(within(overlay).queryByText(offline)).toBeNull());
  expect(label()).toBe('Excalibur');
});

test('a page opened offline waits for the connection, and loads when it returns', async () => {
  const { cut, restore, intercept, untilQuiet } = openLine();
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user, untilPath, path } = await renderConsole('/', { server, as: 'owner', intercept });
  await user.click(await screen.findByRole('link', { name: 'Images' }));
  await screen.findByRole('heading', { level: 1 });
  await user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  await untilQuiet();
  cut();
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  await untilPath('/settings/account');
  expect(screen.queryByRole('alert')).toBeNull();
  restore();
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  expect(path()).toBe('/settings/account');
});

test('a save made offline fails at once with a message, keeps its input, and succeeds when sent again', async () => {
  const { cut, restore, intercept } = openLine();
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user } = await renderConsole('/settings/account', { server, as: 'owner', intercept });
  await user.click(await screen.findByRole('button', { name: 'Edit name' }));
  const dialog = await screen.findByRole('dialog');
  await user.clear(within(dialog).getByLabelText(/^Name/));
  await user.type(within(dialog).getByLabelText(/^Name/), 'Renamed');
  cut();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'The server cannot be reached. Check your connection and try again.',
  );
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Renamed');
  restore();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Renamed')).length).toBeGreaterThan(0);
});

test('an unresponsive server is distinguished from being offline, and polled until it responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { line, intercept, untilQuiet } = openLine();
  const requests: string[] = [];
  const { user, overlay } = await openNewItem({
    untilQuiet,
    intercept: (fetch) => {
      const reached = intercept(fetch);
      return (input, init) => {
        requests.push(new URL(String(input)).pathname);
        return reached(input, init);
      };
    },
  });
  line.isCut = true;
  await user.click(screen.getByRole('button', { name: /Change instance|Dev/ }));
  expect(await within(overlay).findByText(unreachable)).toBeTruthy();
  // Pending calls are retried first.
  await vi.advanceTimersByTimeAsync(15_000);
  expect(requests.at(-1)).toBe('/healthz');
  expect(within(overlay).getByText(unreachable)).toBeTruthy();
  line.isCut = false;
  await vi.advanceTimersByTimeAsync(5100);
  await waitFor(() => expect(within(overlay).queryByText(unreachable)).toBeNull());
  expect(label()).toBe('Excalibur');
});

test('an unmounted console stops polling its server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const unanswered = Promise.withResolvers<Response>();
  const fetch = vi.fn(() => unanswered.promise);
  const connection = watchConnection({ apiBase: 'https://api.test', fetch, onReconnected: () => undefined });
  const call = connection.fetch('https://api.test/v1/accounts');
  connection.stop();
  unanswered.reject(new TypeError('Failed to fetch'));
  await expect(call).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledOnce();
});

test('after 3 seconds of loading, a page names the pending query until it has loaded', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  const since = performance.now();
  const { overlay } = await renderConsole('/', {
    server,
    browser,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/v1/workspaces')) await held;
      return fetch(input, init);
    },
  });
  expect(await within(overlay).findByText('Still waiting for: Workspaces')).toBeTruthy();
  // A timer may fire a millisecond early by another clock.
  expect(performance.now() - since).toBeGreaterThan(2998);
  release();
  await screen.findByRole('button', { name: 'Account' });
  await waitFor(() => expect(within(overlay).queryByText(/^Still waiting/)).toBeNull());
});

test('code removed by an upgrade has its own message, unlike code that cannot be loaded', async () => {
  const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
  vi.stubGlobal('fetch', fetchMock);
  const moduleError = new TypeError('Failed to fetch dynamically imported module: https://c.example/assets/x-1.js');
  const fail = (error: Error = moduleError) =>
    fetchCode(() => Promise.reject(error)).catch((reason: unknown) => reason);
  fetchMock.mockResolvedValue(new Response(null, { status: 404 }));
  expect(await fail()).toMatchObject({ isGone: true });
  expect(fetchMock).toHaveBeenCalledWith(
    'https://c.example/assets/x-1.js',
    expect.objectContaining({ method: 'HEAD' }),
  );
  fetchMock.mockResolvedValue(new Response(null, { status: 200 }));
  expect(await fail()).toMatchObject({ isGone: false, needsReload: true });
  // Unlike a module, styles are requested again.
  const ofStyles = await fail(new Error('Unable to preload CSS for https://c.example/assets/x-1.css'));
  expect(ofStyles).toMatchObject({ isGone: false, needsReload: false });
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await fail()).toMatchObject({
    isGone: false,
    message: 'The server cannot be reached. Check your connection and try again.',
  });
});
