import { render, waitFor } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { QuartermasterConsoleElement, type QuartermasterPartElement } from '../../package/components/element.js';
import { keepMounted } from '../../package/components/keep-mounted.js';
import type { QuartermasterConsoleProps, QuartermasterPartProps } from '../../package/components/react.d.ts';
import { QuartermasterConsole, QuartermasterPart } from '../../package/components/react.js';
import { shows } from '../specification/shows.ts';

const Console = QuartermasterConsole as ComponentType<QuartermasterConsoleProps>;
const Picker = QuartermasterPart as unknown as ComponentType<QuartermasterPartProps<'item-picker'>>;

/** A module that records its arguments. */
function createModule() {
  const calls: [string, Record<string, unknown>][] = [];
  const step = (name: string) => async (props: unknown) => {
    calls.push([name, props as Record<string, unknown>]);
    await null;
  };
  const module = {
    bootstrap: step('bootstrap'),
    mount: step('mount'),
    update: step('update'),
    unmount: step('unmount'),
  };
  /** Sends an event to the host, as the console does. */
  const send = (event: object) => (calls[0]?.[1].onEvent as ((event: object) => void) | undefined)?.(event);
  const part = { update: step('part.update'), unmount: () => step('part.unmount')(undefined) };
  const mountPart = async (name: string, props: unknown) => {
    await step(`mountPart ${name}`)(props);
    return part;
  };
  return { calls, names: () => calls.map(([name]) => name), send, part, load: async () => ({ ...module, mountPart }) };
}

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
});

test('the React component follows its props, and mounts once in strict mode', async () => {
  shows('4.host.components.react');
  const { calls, names, send, load } = createModule();
  const received: string[] = [];
  const view = (props: Partial<QuartermasterConsoleProps>) => (
    <StrictMode>
      <Console src={load} basename="/content" onEvent={() => received.push('first')} {...props} />
    </StrictMode>
  );
  const { container, rerender, unmount } = render(view({ colorScheme: 'light' }));
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(calls[0]?.[1]).toMatchObject({ basename: '/content', colorScheme: 'light', domElement: container.firstChild });

  rerender(view({ colorScheme: 'dark', onEvent: () => received.push('second') }));
  await waitFor(() => expect(names()).toEqual(['mount', 'update']));
  expect(calls[1]?.[1]).toMatchObject({ colorScheme: 'dark', domElement: container.firstChild });
  send({ type: 'ready' });
  expect(received).toEqual(['second']);

  rerender(view({ colorScheme: 'dark', theme: { radius: 4 } }));
  rerender(view({ colorScheme: 'dark', theme: { radius: 4 } }));
  await waitFor(() => expect(names()).toEqual(['mount', 'update', 'update']));
  rerender(view({ colorScheme: 'dark', basename: '/other' }));
  await waitFor(() => expect(names().slice(3)).toEqual(['unmount', 'mount']));
  // A prop may also be added later, and removed.
  rerender(view({ colorScheme: 'dark', basename: '/other', routing: 'memory' }));
  await waitFor(() => expect(names().slice(5)).toEqual(['unmount', 'mount']));
  expect(calls.at(-1)?.[1]).toMatchObject({ basename: '/other', routing: 'memory' });
  rerender(view({ colorScheme: 'dark', basename: '/other' }));
  await waitFor(() => expect(names().slice(7)).toEqual(['unmount', 'mount']));
  expect(calls.at(-1)?.[1]).not.toHaveProperty('routing');
  unmount();
  await waitFor(() => expect(names().slice(9)).toEqual(['unmount']));
});

test.each([
  { colorScheme: 'dark' },
  { activeInstanceId: 7 },
  { chrome: { header: false } },
  { only: '/instance-sync' },
  { theme: { radius: 4 } },
] satisfies Partial<QuartermasterConsoleProps>[])('the React component updates the console with %j', async (props) => {
  shows('4.host.components.react');
  const { calls, names, load } = createModule();
  const { rerender } = render(<Console src={load} basename="/content" />);
  await waitFor(() => expect(names()).toEqual(['mount']));
  rerender(<Console src={load} basename="/content" {...props} />);
  await waitFor(() => expect(names()).toEqual(['mount', 'update']));
  expect(calls[1]?.[1]).toMatchObject(props);
});

test('the custom element follows its attributes and properties, and stays mounted where it is moved', async () => {
  shows('4.host.components.element');
  const { calls, names, send, load } = createModule();
  const address = `data:text/javascript,export const { mount, update, unmount } = globalThis.qmModule;`;
  vi.stubGlobal('qmModule', await load());
  onTestFinished(() => void vi.unstubAllGlobals());
  const element = document.createElement('quartermaster-console') as QuartermasterConsoleElement;
  expect(element).toBeInstanceOf(QuartermasterConsoleElement);
  element.setAttribute('src', address);
  element.setAttribute('basename', '/content');
  element.setAttribute('active-instance-id', '7');
  element.props = { chrome: { header: false } };
  expect(names()).toEqual([]);
  document.body.append(element);
  onTestFinished(() => element.remove());
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(calls[0]?.[1]).toMatchObject({ basename: '/content', activeInstanceId: 7, chrome: { header: false } });
  const received: unknown[] = [];
  element.addEventListener('quartermaster', (event) => received.push((event as CustomEvent).detail));
  send({ type: 'ready' });
  expect(received).toEqual([{ type: 'ready' }]);

  element.setAttribute('color-scheme', 'dark');
  await waitFor(() => expect(names()).toEqual(['mount', 'update']));
  const elsewhere = document.createElement('section');
  document.body.append(elsewhere);
  elsewhere.append(element);
  element.props = { chrome: { header: true } };
  await waitFor(() => expect(names()).toEqual(['mount', 'update', 'update']));
  elsewhere.remove();
  await waitFor(() => expect(names().slice(3)).toEqual(['unmount']));
  document.body.append(element);
  await waitFor(() => expect(names().slice(4)).toEqual(['mount']));
});

test('a module that cannot be loaded, or has no address, is reported in the slot', async () => {
  shows('4.host.components.load');
  const slot = document.createElement('div');
  keepMounted(slot, { src: () => Promise.reject(new Error('no such file')), props: {} });
  await waitFor(() => expect(slot.querySelector('[role=alert]')?.textContent).toContain('could not be loaded'));
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('Check "src"'), expect.any(Error));
  const { names, load } = createModule();
  keepMounted(slot, { src: load, props: {} });
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(slot.childNodes).toHaveLength(0);

  const element = document.createElement('quartermaster-console');
  document.body.append(element);
  onTestFinished(() => element.remove());
  const received: unknown[] = [];
  element.addEventListener('quartermaster', (event) => received.push((event as CustomEvent).detail));
  expect(element.textContent).toContain('needs the attribute "src"');
  element.setAttribute('src', 'data:text/javascript,throw new Error()');
  await waitFor(() => expect(received).toEqual([failure]));
  expect(element.textContent).toContain('could not be loaded');
});

const failure = {
  type: 'error',
  phase: 'load',
  fatal: true,
  id: expect.stringMatching(/^[0-9a-f]{16}$/),
  message: 'The console could not be loaded. Check the connection, then reload the page.',
  recent: [],
};

test('a React portal gets the event of a failed load, shows its fallback, and tries again with another src', async () => {
  shows('4.host.components.load');
  const { names, load } = createModule();
  const fail = () => Promise.reject(new Error('no such file'));
  const received: unknown[] = [];
  const view = (src: QuartermasterConsoleProps['src'], fallback?: string) => (
    <StrictMode>
      <Console src={src} className="slot" fallback={fallback} onEvent={(event) => received.push(event)} />
    </StrictMode>
  );
  const { container, rerender, unmount } = render(view(fail, 'Please call us.'));
  await waitFor(() => expect(container.innerHTML).toBe('<div class="slot">Please call us.</div>'));
  expect(received).toEqual([failure]);
  rerender(view(fail, 'Please write to us.'));
  expect(container.textContent).toBe('Please write to us.');
  rerender(view(load, 'Please write to us.'));
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(container.textContent).toBe('');
  unmount();
  await waitFor(() => expect(names()).toEqual(['mount', 'unmount']));
});

test('a load that fails after another module was requested neither hides that one nor is reported', async () => {
  const slot = document.createElement('div');
  const onEvent = vi.fn();
  const { names, load } = createModule();
  const { promise, reject } = Promise.withResolvers<never>();
  const slow = vi.fn(() => promise);
  keepMounted(slot, { src: slow, props: { onEvent } });
  await waitFor(() => expect(slow).toHaveBeenCalled());
  keepMounted(slot, { src: load, props: { onEvent } });
  reject(new Error('late'));
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(onEvent).not.toHaveBeenCalled();
  expect(slot.childNodes).toHaveLength(0);
});

test('a path as the address is one of the page, wherever the component was bundled', async () => {
  const slot = document.createElement('div');
  keepMounted(slot, { src: '/quartermaster/quartermaster.js', props: {} });
  await waitFor(() => expect(logged).toHaveBeenCalled());
  // Node imports no such address, and says so; it would look for a path among its files.
  expect(String(logged.mock.calls[0]?.[1])).toContain("Received protocol 'http:'");
});

test('a part is a React component, updated with its values and mounted again for other props', async () => {
  shows('5.parts.components');
  const { calls, names, part, load } = createModule();
  const src = load as unknown as QuartermasterPartProps<'item-picker'>['src'];
  const parts: unknown[] = [];
  const view = (props: Partial<QuartermasterPartProps<'item-picker'>>) => (
    <Picker
      src={src}
      name="item-picker"
      activeInstanceId={7}
      templateId="hero"
      onPart={(mounted) => parts.push(mounted)}
      {...props}
    />
  );
  const { container, rerender, unmount } = render(view({}));
  await waitFor(() => expect(names()).toEqual(['mountPart item-picker']));
  expect(calls[0]?.[1]).toMatchObject({ activeInstanceId: 7, templateId: 'hero', domElement: container.firstChild });
  await waitFor(() => expect(parts).toEqual([part]));
  rerender(view({ templateId: ['hero', 'item'], label: 'Boss' }));
  await waitFor(() => expect(names().slice(1)).toEqual(['part.update']));
  expect(calls[1]?.[1]).toMatchObject({ templateId: ['hero', 'item'], label: 'Boss' });
  // What is not given would take what was picked away.
  expect(calls[1]?.[1]).not.toHaveProperty('value');
  const inline = () => ({
    ...{ templateId: ['hero', 'item'], label: 'Boss' },
    extensions: [{ name: 'acme-color', cell: () => ({}) }],
  });
  rerender(view(inline()));
  await waitFor(() => expect(names().slice(2)).toEqual(['part.unmount', 'mountPart item-picker']));
  // Lists that are made anew in each render are the same ones.
  rerender(view(inline()));
  rerender(view({ ...inline(), activeInstanceId: 8 }));
  await waitFor(() => expect(names().slice(4)).toEqual(['part.unmount', 'mountPart item-picker']));
  unmount();
  await waitFor(() => expect(names().slice(6)).toEqual(['part.unmount']));
  expect(parts).toEqual([part, null, part, null, part, null]);
});

test('a part is an element, with its methods in a property', async () => {
  shows('5.parts.components');
  const { calls, names, part, send, load } = createModule();
  vi.stubGlobal('qmModule', await load());
  onTestFinished(() => void vi.unstubAllGlobals());
  const element = document.createElement('quartermaster-part') as QuartermasterPartElement;
  element.setAttribute('src', 'data:text/javascript,export const { mountPart } = globalThis.qmModule;');
  element.setAttribute('name', 'list');
  element.setAttribute('active-instance-id', '7');
  element.setAttribute('template-id', 'hero');
  document.body.append(element);
  onTestFinished(() => element.remove());
  await waitFor(() => expect(element.mounted).toBe(part));
  expect(calls[0]).toEqual(['mountPart list', expect.objectContaining({ activeInstanceId: 7, templateId: 'hero' })]);
  const received: unknown[] = [];
  element.addEventListener('quartermaster', (event) => received.push((event as CustomEvent).detail));
  send({ type: 'opened' });
  expect(received).toEqual([{ type: 'opened' }]);
  element.setAttribute('query', 'search=axe');
  await waitFor(() => expect(names().slice(1)).toEqual(['part.update']));
  element.setAttribute('name', 'item-picker');
  await waitFor(() => expect(names().slice(2)).toEqual(['part.unmount', 'mountPart item-picker']));
  element.remove();
  await waitFor(() => expect(element.mounted).toBeNull());
});

test('components with the same function of their host pass one on, by which they share a session', async () => {
  shows('5.parts.shared');
  const { calls, names, load } = createModule();
  const src = load as unknown as QuartermasterPartProps<'item-picker'>['src'];
  const token = vi.fn((reason: string) => `of ${reason}`);
  const view = (getAccessToken: (reason: string) => string) =>
    ['hero', 'item'].map((templateId) => (
      <Picker
        key={templateId}
        src={src}
        name="item-picker"
        activeInstanceId={7}
        templateId={templateId}
        getAccessToken={getAccessToken}
        onEvent={() => undefined}
      />
    ));
  const { rerender } = render(view(token));
  await waitFor(() => expect(names()).toHaveLength(2));
  const passed = calls.map(([, { getAccessToken, onEvent }]) => [getAccessToken, onEvent] as const);
  expect(passed[0]?.[0]).toBe(passed[1]?.[0]);
  expect(passed[0]?.[1]).not.toBe(passed[1]?.[1]);
  const ask = passed[0]?.[0] as (reason: string) => string;
  expect(ask('initial')).toBe('of initial');

  rerender(view(() => 'a newer one'));
  await waitFor(() => expect(ask('initial')).toBe('a newer one'));
  expect(names()).toHaveLength(2);
});

test('a part whose module cannot be loaded shows its fallback, and its host gets the error', async () => {
  shows('5.parts.components');
  const errors: string[] = [];
  const onError = (event: { phase: string }) => errors.push(event.phase);
  const part = document.createElement('quartermaster-part') as QuartermasterPartElement;
  part.innerHTML = '<template><b>Not there</b></template>';
  part.setAttribute('src', 'data:text/javascript,throw 1');
  part.setAttribute('name', 'list');
  part.props = { onError };
  document.body.append(part);
  onTestFinished(() => part.remove());
  await waitFor(() => expect(part.querySelector('b')?.textContent).toBe('Not there'));
  const src = (() => Promise.reject(new Error('offline'))) as unknown as QuartermasterPartProps<'item-picker'>['src'];
  const { container } = render(
    <Picker
      src={src}
      name="item-picker"
      activeInstanceId={7}
      templateId="hero"
      fallback={<i>Away</i>}
      onError={onError}
    />,
  );
  await waitFor(() => expect(container.querySelector('i')?.textContent).toBe('Away'));
  expect(errors).toEqual(['load', 'load']);
  expect(logged).toHaveBeenCalledTimes(2);
});

test('events and errors of a mounted console are sent to the functions of the last render', async () => {
  const { calls, names, send, load } = createModule();
  const received: string[] = [];
  const view = (props: Partial<QuartermasterConsoleProps>) => <Console src={load} {...props} />;
  const { rerender } = render(view({}));
  await waitFor(() => expect(names()).toEqual(['mount']));
  expect(calls[0]?.[1]).not.toHaveProperty('onError');
  rerender(view({ onEvent: ({ type }) => received.push(type), onError: ({ id }) => received.push(id) }));
  send({ type: 'ready' });
  send({ type: 'error', id: '12' });
  expect(received).toEqual(['ready', 'error', '12']);
  expect(names()).toEqual(['mount']);
});
