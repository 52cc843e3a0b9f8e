import { waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { openShell, outcome } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

describe('a mount', () => {
  test('adds one child to the host’s element and one overlay to the body, and removes both again', async () => {
    shows('4.host.nodes.three', '4.host.nodes.removed', '4.host.styles.language', '4.host.styles.direction');
    Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' });
    onTestFinished(() => void Object.assign(document.documentElement, { lang: '', dir: '' }));
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const before = document.body.innerHTML;

    await shell.mount();
    expect(shell.slot.children).toHaveLength(1);
    expect(shell.overlays()).toHaveLength(1);
    expect(shell.root()?.dataset.qmRoot).toBe(made[0]?.props.mountId);
    expect(shell.overlays()[0]?.getAttribute('data-qm-root')).toBe(made[0]?.props.mountId);
    expect(shell.root()?.textContent).toBe('clicks 0, light');
    for (const node of [shell.root(), ...shell.overlays()]) expect(node).toMatchObject({ lang: 'en', dir: 'ltr' });

    await shell.unmount();
    expect(document.body.innerHTML).toBe(before);
    expect(made[0]?.disposed).toBe(1);
  });

  test('reports once that it is ready and once that it has unmounted', async () => {
    shows('4.host.events.ready');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount();
    expect(shell.events).toEqual([{ type: 'ready' }]);
    await Promise.all([shell.unmount(), shell.unmount()]);
    await shell.unmount();
    expect(shell.events).toEqual([{ type: 'ready' }, { type: 'disposed' }]);
    // The next mount does so as well.
    await shell.mount();
    await shell.unmount();
    expect(shell.events.slice(2)).toEqual([{ type: 'ready' }, { type: 'disposed' }]);
  });

  test('passes the host’s props to the console, with defaults for the others', async () => {
    shows('4.host.styles.scheme');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount();
    expect(made[0]?.props).toMatchObject({
      apiBase: 'https://console.test',
      basename: '/',
      routing: 'url',
      ownsDocument: false,
    });
    await shell.unmount();

    const fetch = vi.fn();
    const getAccessToken = vi.fn();
    await shell.mount({
      apiBase: 'https://api.test/quartermaster/',
      basename: '/content',
      routing: 'memory',
      colorScheme: 'dark',
      activeInstanceId: 3,
      nonce: 'n1',
      fetch,
      getAccessToken,
    });
    expect(made[1]?.props).toMatchObject({
      apiBase: 'https://api.test/quartermaster',
      basename: '/content',
      routing: 'memory',
      colorScheme: 'dark',
      activeInstanceId: 3,
      nonce: 'n1',
      fetch: expect.any(Function),
      getAccessToken: expect.any(Function),
    });
    await made[1]?.props.fetch('https://api.test/quartermaster/v1/accounts');
    expect(fetch.mock.calls).toEqual([['https://api.test/quartermaster/v1/accounts', undefined]]);
  });

  test.each([
    ['/content/', '/content'],
    ['/content//', '/content'],
    ['/', '/'],
  ])('takes the basename %s as %s', async (given, basename) => {
    const { createConsole, made } = createTinyConsoles();
    await openShell(createConsole).mount({ basename: given });
    expect(made[0]?.props.basename).toBe(basename);
  });

  test('can be repeated', async () => {
    shows('4.host.memory.nodes', '4.host.nodes.removed');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    for (let cycle = 0; cycle < 3; cycle += 1) {
      await shell.mount();
      expect(shell.root()?.textContent).toBe('clicks 0, light');
      await shell.unmount();
    }
    expect(new Set(made.map(({ props }) => props.mountId)).size).toBe(3);
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test('accepts an update without losing the content of the screen', async () => {
    shows('4.host.props.update', '4.host.styles.scheme');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount({ colorScheme: 'light' });
    shell.root()?.querySelector('button')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 1, light'));

    await shell.update({ colorScheme: 'dark', basename: '/elsewhere' });
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 1, dark'));
    expect(made).toHaveLength(1);
    expect(made[0]?.updates).toEqual([{ colorScheme: 'dark' }]);
  });

  test('shares nothing with a second one on the same page', async () => {
    shows('4.host.mounts.apart', '4.host.mounts.outlives');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const aside = document.createElement('aside');
    document.body.append(aside);
    await Promise.all([shell.mount(), shell.mount({ name: 'second', domElement: aside, routing: 'memory' })]);

    // Another one with the name of the first, in a different element.
    const elsewhere = { domElement: document.createElement('section') };
    await shell.mount(elsewhere);
    expect(new Set(made.map(({ props }) => props.mountId)).size).toBe(3);
    await shell.unmount(elsewhere);
    await shell.update({ name: 'second', domElement: aside, colorScheme: 'dark' });
    await waitFor(() => expect(aside.textContent).toBe('clicks 0, dark'));
    expect(shell.slot.textContent).toBe('clicks 0, light');

    await shell.unmount({ name: 'second', domElement: aside });
    expect(aside.childNodes).toHaveLength(0);
    expect(shell.slot.textContent).toBe('clicks 0, light');
    expect(made.map(({ disposed }) => disposed)).toEqual([0, 1, 1]);
    // Mounts can be unmounted in any order.
    await shell.mount({ name: 'second', domElement: aside, routing: 'memory' });
    await shell.unmount();
    expect(shell.slot.childNodes).toHaveLength(0);
    expect(aside.textContent).toBe('clicks 0, light');
    expect(shell.overlays()).toHaveLength(1);
    await shell.update({ name: 'second', domElement: aside, colorScheme: 'dark' });
    await waitFor(() => expect(aside.textContent).toBe('clicks 0, dark'));
    await shell.unmount({ name: 'second', domElement: aside });
    expect(shell.overlays()).toHaveLength(0);
    aside.remove();
  });

  test.each(['content', undefined])(
    'of the same name, %s, in the same element replaces the previous one',
    async (name) => {
      shows('4.host.mounts.replaces');
      const { createConsole, made } = createTinyConsoles();
      const shell = openShell(createConsole);
      // Neither another name in the same element, nor the same name in another element.
      const others = [{ name: 'other' }, { name, domElement: document.createElement('aside') }];
      for (const other of others) await shell.mount(other);
      await shell.mount({ name });
      await shell.mount({ name });
      expect(shell.slot.children).toHaveLength(2);
      expect(made.map(({ disposed }) => disposed)).toEqual([0, 0, 1, 0]);
      await shell.unmount({ name });
      expect(made.map(({ disposed }) => disposed)).toEqual([0, 0, 1, 1]);
      expect([shell.slot, others[1]?.domElement].map((node) => node?.textContent)).toEqual(
        others.map(() => 'clicks 0, light'),
      );
      for (const other of others) await shell.unmount(other);
    },
  );

  test('without an element uses single-spa’s default element, and removes it again if it created it', async () => {
    shows('4.host.nodes.removed');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount({ domElementGetter: undefined });
    const own = document.getElementById('single-spa-application:content');
    expect(own?.textContent).toBe('clicks 0, light');
    await shell.unmount({ domElementGetter: undefined });
    expect(own?.isConnected).toBe(false);
  });

  test('survives a host whose event callback throws', async () => {
    shows('4.host.crash.callback');
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const onEvent = () => {
      throw new Error('the host’s own');
    };
    expect(await outcome(shell.mount({ onEvent, onMenu: onEvent, onLeave: onEvent }))).toBe('resolved');
    expect(shell.root()?.textContent).toBe('clicks 0, light');
    expect(reported).toHaveBeenCalledTimes(1);
    made[0]?.props.onMenu?.([]);
    made[0]?.props.onLeave?.('/');
    expect(reported).toHaveBeenCalledTimes(3);
    await shell.unmount({ onEvent });
    expect(shell.slot.childNodes).toHaveLength(0);
    vi.unstubAllGlobals();
  });
});

describe('completion', () => {
  beforeEach(() => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  });

  test('an unmount during a mount leaves nothing behind, and both resolve', async () => {
    shows('4.host.mounts.during');
    let loaded = () => undefined as undefined;
    const { createConsole, made } = createTinyConsoles();
    const ready = new Promise<void>((resolve) => {
      loaded = () => {
        resolve();
        return undefined;
      };
    });
    const shell = openShell(createConsole, { stylesheet: { hold: () => ({ ready, release: () => undefined }) } });
    const mounting = shell.mount();
    const unmounting = shell.unmount();
    expect(await outcome(unmounting)).toBe('resolved');
    loaded();
    expect(await outcome(mounting)).toBe('resolved');
    expect(made).toHaveLength(0);
    expect(shell.slot.childNodes).toHaveLength(0);
    expect(shell.overlays()).toHaveLength(0);
  });

  test('an unmount before the first render resolves', async () => {
    shows('4.host.mounts.during');
    const { createConsole } = createTinyConsoles();
    const shell = openShell(createConsole);
    const mounting = shell.mount();
    await Promise.resolve();
    await Promise.resolve();
    expect(await outcome(shell.unmount())).toBe('resolved');
    expect(await outcome(mounting)).toBe('resolved');
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test('fifteen fast toggles leave nothing behind', async () => {
    shows('4.host.mounts.toggles');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const all: Promise<void>[] = [];
    for (let turn = 0; turn < 15; turn += 1) all.push(shell.mount(), shell.unmount());
    expect(await outcome(Promise.all(all))).toBe('resolved');
    expect(shell.slot.childNodes).toHaveLength(0);
    expect(shell.overlays()).toHaveLength(0);
    expect(made.every(({ disposed }) => disposed === 1)).toBe(true);
  });

  test('a console that throws while unmounting is still unmounted', async () => {
    shows('4.host.crash.unmount');
    const { createConsole } = createTinyConsoles();
    const shell = openShell((props) => ({
      ...createConsole(props),
      dispose: () => {
        throw new Error('stuck');
      },
    }));
    await shell.mount();
    expect(await outcome(shell.unmount())).toBe('resolved');
    expect(shell.slot.childNodes).toHaveLength(0);
    expect(shell.events).toContainEqual(expect.objectContaining({ type: 'error', phase: 'unmount', message: 'stuck' }));
  });

  test('update and unmount resolve if nothing is mounted', async () => {
    shows('4.host.nodes.removed');
    const shell = openShell(createTinyConsoles().createConsole);
    expect(await outcome(shell.update({ colorScheme: 'dark' }))).toBe('resolved');
    expect(await outcome(shell.unmount())).toBe('resolved');
    expect(await outcome(shell.lifecycles.unmount(undefined))).toBe('resolved');
  });
});
