import { paths } from '@quartermaster/contract/paths.ts';
import { waitFor } from '@testing-library/dom';
import { Component, createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStylesheet } from '../../src/lifecycles/isolation/stylesheet.ts';
import { limits } from '../../src/lifecycles/limits.ts';
import { checkProps } from '../../src/lifecycles/props/check-props.ts';
import { startConsole } from '../../src/lifecycles/start-console.tsx';
import { shows } from '../specification/shows.ts';
import { openShell, outcome } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

// React logs every caught crash to the console.
beforeEach(() => {
  vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Renders its children, and throws in place of them once they have thrown. */
class BrokenFallback extends Component<{ children?: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (this.state.isBroken) throw new Error('no fallback');
    return this.props.children;
  }
}

const button = (panel: ShadowRoot | null, label: string) =>
  [...(panel?.querySelectorAll('button') ?? [])].find((each) => each.textContent === label);

describe('a wrong prop', () => {
  test.each([
    ['basename', 'content', 'The prop "basename" must be a path that starts with "/", and it is "content".'],
    ['colorScheme', 'blue', 'The prop "colorScheme" must be one of "light", "dark", "system", and it is "blue".'],
    ['routing', 7, 'The prop "routing" must be one of "url", "memory", and it is 7.'],
    ['activeInstanceId', '3', 'The prop "activeInstanceId" must be a positive whole number, and it is "3".'],
    ['getAccessToken', 'abc', 'The prop "getAccessToken" must be a function, and it is "abc".'],
    ['portalParent', {}, 'The prop "portalParent" must be an element of the page, and it is an object.'],
    [
      'sentry',
      { dsn: 'not one' },
      'The prop "sentry" must be an object with a dsn of Sentry, and texts for environment and release, and it is an object.',
    ],
    ['nonce', '', 'The prop "nonce" must be a text that is not empty, and it is "".'],
    [
      'apiBase',
      'javascript:alert(1)',
      'The prop "apiBase" must be an http or https address, or a path that starts with "/", and it is "javascript:alert(1)".',
    ],
    [
      'chrome',
      { headers: false },
      'The prop "chrome" must be an object with only header, sidebar, and it has headers.',
    ],
    [
      'chrome',
      { sidebar: 'no' },
      'The prop "chrome" must be an object whose sidebar is true or false, and its sidebar is "no".',
    ],
    ['chrome', false, 'The prop "chrome" must be an object with only header, sidebar, and it is false.'],
    [
      'theme',
      { primaryColor: 'teal' },
      'The prop "theme" must be an object whose primaryColor is "#" and 3 or 6 hexadecimal digits, and its primaryColor is "teal".',
    ],
    [
      'theme',
      { fontFamily: 'Inter; } body { color: red' },
      'The prop "theme" must be an object whose fontFamily is font families as in CSS',
    ],
    [
      'theme',
      { radius: '8px' },
      'The prop "theme" must be an object whose radius is a number of pixels from 0 to 16, and its radius is "8px".',
    ],
    [
      'theme',
      { density: 'dense' },
      'The prop "theme" must be an object whose density is one of "compact", "comfortable", and its density is "dense".',
    ],
    [
      'only',
      '/sync',
      'The prop "only" must be the path of a page of the console, such as "/instance-sync", and it is "/sync".',
    ],
    ['only', '/instance-sync?show=menu', 'The prop "only" must be the path of a page of the console'],
    ['only', '/login', 'The prop "only" must be the path of a page of the console'],
  ])('%s is reported in a panel with its problem', async (prop, value, sentence) => {
    shows('4.host.props.wrong');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    expect(await outcome(shell.mount({ [prop]: value }))).toBe('resolved');
    expect(shell.panel()?.querySelector('[role=alert]')?.textContent).toContain(sentence);
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Quartermaster: ${sentence}`));
    expect(made).toHaveLength(0);
    expect(shell.events).toEqual([expect.objectContaining({ type: 'error', phase: 'load', fatal: true })]);
    await shell.unmount();
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test('only: each page that needs a session is accepted', () => {
    shows('4.host.only.shown', '4.host.props.wrong');
    const isWrong = (path: string) => checkProps({ only: path.replace(/:\w+/g, '7') }).length > 0;
    const wrong = Object.entries(paths).flatMap(([name, path]) => (isWrong(path) ? [name] : []));
    expect(wrong).toEqual([
      ...['signIn', 'registration', 'registrationHelp', 'confirmRegistration', 'forgotPassword'],
      ...['companyOnly', 'factorNeeded', 'setPassword'],
      ...[
        'emailChanged',
        'invitation',
        'mentionMails',
        'removalCancelled',
        'error',
        'accessDenied',
        'notAllowed',
        'notFound',
      ],
      ...['instance', 'templates'],
    ]);
  });

  test.each(['domElement', 'domElementGetter', 'portalParent'])(
    'a %s in a shadow root, where the styles do not apply',
    async (prop) => {
      const shell = openShell(createTinyConsoles().createConsole);
      const outer = document.createElement('div');
      const inner = document.createElement('div');
      outer.attachShadow({ mode: 'open' }).append(inner);
      shell.slot.append(outer);
      await shell.mount({ [prop]: prop === 'domElementGetter' ? () => inner : inner });
      const place = prop === 'portalParent' ? shell.slot : inner;
      const panel = place.querySelector('[data-qm-panel]')?.shadowRoot;
      expect(panel?.textContent).toContain(`The prop "${prop}" must not be in a shadow root`);
      expect(shell.events).toContainEqual(expect.objectContaining({ type: 'error', phase: 'load', fatal: true }));
    },
  );

  test('for the element shows the panel in single-spa’s default element', async () => {
    shows('4.host.props.wrong');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount({ domElementGetter: () => null });
    const own = document.getElementById('single-spa-application:content');
    expect(own?.querySelector('[data-qm-panel]')?.shadowRoot?.textContent).toContain(
      'The prop "domElementGetter" must return an element of the page, but it returned null.',
    );
  });

  test('in an update is reported as an event and leaves the console unchanged', async () => {
    shows('4.host.props.update');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    await shell.mount();
    await shell.update({ colorScheme: 'blue' });
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('The prop "colorScheme" must be one of'));
    expect(shell.panel()).toBeNull();
    expect(made[0]?.updates).toEqual([{}]);
    expect(shell.events).toContainEqual(expect.objectContaining({ type: 'error', phase: 'update', fatal: false }));
    // A valid prop next to it is applied, and so is a valid one afterwards.
    await shell.update({ colorScheme: 'blue', theme: { radius: 4 } });
    await shell.update({ colorScheme: 'dark' });
    expect(made[0]?.updates.slice(1)).toEqual([
      { theme: { radius: 4 } },
      expect.objectContaining({ colorScheme: 'dark' }),
    ]);
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, dark'));
  });

  test('that is unknown is ignored', async () => {
    shows('4.host.props.unknown');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount({ sparkle: true, singleSpa: {}, mountParcel: () => undefined });
    expect(shell.panel()).toBeNull();
  });
});

test.each(['ResizeObserver', 'matchMedia'])(
  'a page without %s shows a panel that names the missing feature',
  async (feature) => {
    shows('4.host.features.missing');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    vi.stubGlobal(feature, undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await outcome(shell.mount())).toBe('resolved');
    const message = expect.stringContaining(`This browser lacks ${feature}, which the console needs.`);
    expect(shell.events).toEqual([expect.objectContaining({ type: 'error', phase: 'load', fatal: true, message })]);
    expect(shell.panel()?.querySelector('[role=alert]')?.textContent).toContain(`This browser lacks ${feature}`);
    expect(shell.slot.querySelector('[data-qm-placeholder]')).toBeNull();
    expect(made).toHaveLength(0);
    await shell.unmount();
    expect(shell.slot.childNodes).toHaveLength(0);
  },
);

test('a console whose page is not below its basename says so, instead of being blank', async () => {
  history.replaceState(null, '', '/portal/content');
  const shell = openShell(createTinyConsoles().createConsole);
  const props = shell.props({ basename: '/content' });
  await shell.lifecycles.mount(props);
  await waitFor(() =>
    expect(shell.panel()?.textContent).toContain('/portal/content, is not below the prop "basename"'),
  );
  expect(shell.events).toMatchObject([{ type: 'error', phase: 'load' }]);
  await shell.unmount();
  history.replaceState(null, '', '/content/items');
  await shell.lifecycles.mount(props);
  await waitFor(() => expect(shell.events.at(-1)).toMatchObject({ type: 'ready' }));
  expect(shell.panel()).toBeNull();
  await shell.unmount();
});

describe('a crash', () => {
  test('at the first render shows a panel with its id, and retrying restores the console', async () => {
    shows('4.host.crash.first', '4.host.crash.retry');
    let broken = true;
    const { createConsole, made } = createTinyConsoles({
      onRender: () => {
        if (broken) throw new Error('no hero');
      },
    });
    const shell = openShell(createConsole);
    const onPageError = vi.fn();
    window.addEventListener('error', onPageError);
    expect(await outcome(shell.mount())).toBe('resolved');

    const event = shell.events.find(({ type }) => type === 'error');
    expect(event).toMatchObject({ phase: 'render', fatal: true, message: 'no hero' });
    expect(shell.panel()?.querySelector('h1')?.textContent).toBe('Oops! Something went wrong');
    expect(shell.panel()?.querySelector('code')?.textContent).toBe((event as { id: string }).id);
    expect(made[0]?.disposed).toBe(1);
    expect(shell.events.some(({ type }) => type === 'ready')).toBe(false);
    expect(onPageError).not.toHaveBeenCalled();
    window.removeEventListener('error', onPageError);

    broken = false;
    button(shell.panel(), 'Try again')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
    expect(shell.panel()).toBeNull();
    await waitFor(() => expect(shell.events.at(-1)).toEqual({ type: 'ready' }));
    expect(await outcome(shell.unmount())).toBe('resolved');
  });

  test('later shows the panel, and unmounting still completes', async () => {
    shows('4.host.crash.later');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount();
    made[0]?.crash('later');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    expect(made[0]?.disposed).toBe(1);
    expect(await outcome(shell.update({ colorScheme: 'dark' }))).toBe('resolved');
    expect(await outcome(shell.unmount())).toBe('resolved');
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test('of one mount leaves the other one running', async () => {
    shows('4.host.crash.later', '4.host.mounts.outlives');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    const aside = document.createElement('aside');
    document.body.append(aside);
    await shell.mount();
    await shell.mount({ name: 'second', domElement: aside });
    made[0]?.crash('first');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    expect(aside.textContent).toBe('clicks 0, light');
    aside.remove();
  });

  test('in the fallback of a crashed part also shows the panel', async () => {
    shows('4.host.crash.fallback');
    const { createConsole } = createTinyConsoles({
      onRender: () => {
        throw new Error('no hero');
      },
    });
    const shell = openShell((props) => {
      const made = createConsole(props);
      return { ...made, element: createElement(BrokenFallback, null, made.element) };
    });
    expect(await outcome(shell.mount())).toBe('resolved');
    expect(shell.panel()?.querySelector('h1')?.textContent).toBe('Oops! Something went wrong');
    expect(shell.events).toEqual([expect.objectContaining({ phase: 'render', fatal: true, message: 'no fallback' })]);
    expect(await outcome(shell.unmount())).toBe('resolved');
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test('that cannot be reported also shows the panel', async () => {
    shows('4.host.crash.unreported');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell((props) => ({
      ...createConsole(props),
      reportCrash: () => {
        throw new Error('no report');
      },
    }));
    const onPageError = vi.fn();
    window.addEventListener('error', onPageError);
    await shell.mount();
    made[0]?.crash('later');
    await waitFor(() => expect(shell.panel()?.querySelector('code')?.textContent).not.toBe(''));
    expect(shell.events.filter(({ type }) => type === 'error')).toEqual([
      expect.objectContaining({ phase: 'render', fatal: true, message: 'later' }),
    ]);
    expect(onPageError).not.toHaveBeenCalled();
    window.removeEventListener('error', onPageError);
    expect(await outcome(shell.unmount())).toBe('resolved');
  });

  test('in createConsole shows the panel', async () => {
    shows('4.host.crash.first');
    const { createConsole } = createTinyConsoles({
      onCreate: () => {
        throw new Error('cannot be made');
      },
    });
    const shell = openShell(createConsole);
    expect(await outcome(shell.mount())).toBe('resolved');
    expect(shell.panel()).not.toBeNull();
    expect(shell.events).toEqual([expect.objectContaining({ phase: 'render', message: 'cannot be made' })]);
  });

  test('has its id copied to the clipboard on request', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount();
    made[0]?.crash('later');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    button(shell.panel(), 'Copy')?.click();
    await waitFor(() => expect(button(shell.panel(), 'Copied')).toBeDefined());
    expect(writeText).toHaveBeenCalledWith(shell.panel()?.querySelector('code')?.textContent);
    vi.unstubAllGlobals();
  });
});

describe('a failing load', () => {
  const href = 'https://console.test/plugin/assets/quartermaster-1a2b3c4d.css';
  const link = () => document.head.querySelector<HTMLLinkElement>('link[data-qm-style]');

  test('of a stylesheet shows a panel with a retry, and the mount resolves', async () => {
    shows('4.host.files.stylesheet-missing', '4.host.files.back');
    const shell = openShell(createTinyConsoles().createConsole, { stylesheet: createStylesheet(href, 'sha384-abc') });
    const mounting = shell.mount();
    await waitFor(() => expect(link()).not.toBeNull());
    link()?.dispatchEvent(new Event('error'));
    expect(await outcome(mounting)).toBe('resolved');
    expect(link()).toBeNull();
    expect(shell.events).toEqual([expect.objectContaining({ phase: 'load', fatal: true })]);

    button(shell.panel(), 'Try again')?.click();
    await waitFor(() => expect(link()).not.toBeNull());
    link()?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
    await shell.unmount();
    expect(link()).toBeNull();
  });

  test('of a chunk does the same', async () => {
    shows('4.host.files.chunk-missing', '4.host.files.back');
    const { createConsole } = createTinyConsoles();
    let there = false;
    const shell = openShell(createConsole, {
      loadConsole: async () => {
        if (!there) throw new TypeError('Failed to fetch dynamically imported module');
        return (options) => startConsole(createConsole, options);
      },
    });
    expect(await outcome(shell.lifecycles.bootstrap())).toBe('resolved');
    expect(await outcome(shell.mount())).toBe('resolved');
    expect(shell.panel()?.textContent).toContain('could not be loaded');
    there = true;
    button(shell.panel(), 'Try again')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
  });

  test.each(['stylesheet', 'chunk'])(
    'of a %s that hangs resolves the mount, shows that it is loading, and finally offers a retry',
    async (part) => {
      shows('4.host.files.placeholder', '4.host.files.mount-time');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let isHanging = true;
      const hang = () => (isHanging ? new Promise<never>(() => undefined) : Promise.resolve());
      const { createConsole } = createTinyConsoles();
      const release = vi.fn();
      const shell = openShell(createConsole, {
        stylesheet: { hold: () => ({ ready: part === 'stylesheet' ? hang() : Promise.resolve(), release }) },
        loadConsole: async () => {
          if (part === 'chunk') await hang();
          return (options) => startConsole(createConsole, options);
        },
      });
      const placeholder = () => shell.slot.querySelector('[data-qm-placeholder]')?.shadowRoot ?? null;
      const mounted = vi.fn();
      void shell.mount().then(mounted);
      await vi.advanceTimersByTimeAsync(limits.placeholder - 1);
      expect(placeholder()).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(placeholder()?.querySelector('[aria-busy=true]')).not.toBeNull();
      expect(mounted).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(limits.mount - limits.placeholder);
      expect(mounted).toHaveBeenCalled();
      expect(shell.events).toEqual([]);

      await vi.advanceTimersByTimeAsync(limits.stillLoading - limits.mount);
      expect(placeholder()?.querySelector('[role=status]')?.textContent).toBe('The console is still loading …');
      await vi.advanceTimersByTimeAsync(limits.load - limits.stillLoading);
      expect(placeholder()).toBeNull();
      expect(shell.events).toEqual([expect.objectContaining({ phase: 'load', fatal: true })]);
      expect(release).toHaveBeenCalledTimes(1);

      isHanging = false;
      button(shell.panel(), 'Try again')?.click();
      vi.useRealTimers();
      await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
      await waitFor(() => expect(shell.events.at(-1)).toEqual({ type: 'ready' }));
      expect(placeholder()).toBeNull();
    },
  );

  test('cancelled by an unmount leaves no placeholder and no timer', async () => {
    shows('4.host.files.leave');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const shell = openShell(createTinyConsoles().createConsole, { loadConsole: () => new Promise(() => undefined) });
    void shell.mount();
    await vi.advanceTimersByTimeAsync(limits.mount);
    await shell.unmount();
    expect(shell.slot.childNodes).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(shell.events).toEqual([{ type: 'disposed' }]);
  });

  test('one stylesheet serves all mounts and is removed with the last one', async () => {
    shows('4.host.nodes.stylesheet', '4.host.files.stylesheet-tampered');
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole, { stylesheet: createStylesheet(href, 'sha384-abc') });
    const aside = document.createElement('aside');
    const first = shell.mount({ nonce: 'n1' });
    const second = shell.mount({ name: 'second', domElement: aside });
    await waitFor(() => expect(link()).not.toBeNull());
    expect(document.head.querySelectorAll('link[data-qm-style]')).toHaveLength(1);
    expect(link()).toMatchObject({
      href,
      rel: 'stylesheet',
      crossOrigin: 'anonymous',
      integrity: 'sha384-abc',
      nonce: 'n1',
    });
    expect(shell.slot.textContent).toBe('');
    link()?.dispatchEvent(new Event('load'));
    await Promise.all([first, second]);
    made[0]?.crash('later');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    button(shell.panel(), 'Try again')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
    await shell.unmount();
    expect(link()).not.toBeNull();
    await shell.unmount({ name: 'second', domElement: aside });
    expect(link()).toBeNull();
  });
});
