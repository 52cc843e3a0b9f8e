import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRecord } from '../../dev-host/replay/read-record.ts';
import type { HostEvent } from '../../src/app/context/host-api.ts';
import { createFlightRecorder } from '../../src/lifecycles/recorder/flight-recorder.ts';
import { openShell } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

const secret = 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl';

/** A recorder whose clock advances by 5 ms with each reading. */
function createClocked() {
  let time = 1000;
  return createFlightRecorder('Quartermaster 1.2.3', () => {
    time += 5;
    return time;
  });
}

describe('a record', () => {
  test('has props by name and kind, and values only where the contract lists all of them', () => {
    const recorder = createClocked();
    recorder.mounted({
      name: 'ann@studio.test',
      domElement: document.createElement('main'),
      getAccessToken: () => secret,
      nonce: secret,
      apiBase: `https://api.test?token=${secret}`,
      activeInstanceId: 4711,
      sentry: { dsn: secret },
      colorScheme: 'dark',
      routing: secret,
      portalParent: null,
      [secret]: secret,
    });
    expect(recorder.entries()).toEqual([
      {
        at: 5,
        kind: 'mount',
        props: {
          name: 'string',
          domElement: 'element',
          apiBase: 'string',
          routing: 'string',
          colorScheme: 'dark',
          activeInstanceId: 'number',
          getAccessToken: 'function',
          portalParent: 'null',
          nonce: 'string',
          sentry: 'object',
        },
      },
    ]);
  });

  test('has events without what users typed', () => {
    const recorder = createClocked();
    const events: HostEvent[] = [
      { type: 'title', title: 'Sword of Ann' },
      { type: 'breadcrumb', crumbs: [{ label: 'Sword of Ann', to: '/instance/4711' }] },
      { type: 'navigate', to: `/instance/4711?token=${secret}` },
      { type: 'instance-changed', instanceId: 4711 },
      { type: 'dirty', isDirty: true },
      { type: 'scheme', colorScheme: 'dark' },
      { type: 'error', phase: 'data', fatal: false, id: 'ann@studio.test', message: 'Sword of Ann is gone' },
      { type: 'error', phase: 'render', fatal: true, id: '0123456789abcdef', message: secret },
    ];
    for (const event of events) recorder.event(event);
    const types = recorder.entries().map((entry) => (entry.kind === 'event' ? [entry.type, entry.details] : entry));
    expect(types).toEqual([
      ['title', {}],
      ['breadcrumb', {}],
      ['instance-changed', {}],
      ['dirty', { isDirty: 'true' }],
      ['scheme', { colorScheme: 'dark' }],
      ['error', { phase: 'data', fatal: 'false' }],
      ['error', { phase: 'render', fatal: 'true', id: '0123456789abcdef' }],
    ]);
    expect(recorder.text()).not.toMatch(/Ann|4711|ann@|eyJ/);
  });

  test('contains the mount and the last entries after it, 50 in all', () => {
    const recorder = createClocked();
    recorder.mounted({});
    for (let turn = 1; turn <= 80; turn += 1) recorder.route(`/page-${turn}`);
    const entries = recorder.entries();
    expect(entries).toHaveLength(50);
    expect(entries[0]).toMatchObject({ kind: 'mount' });
    expect(entries[1]).toMatchObject({ to: '/page-32' });
    expect(entries.at(-1)).toMatchObject({ to: '/page-80' });
  });

  test('as text is read by the dev host as recorded', () => {
    const recorder = createClocked();
    recorder.mounted({ name: 'content', colorScheme: 'light' });
    recorder.route('/instance/:instanceId/templates/:templateId/items');
    recorder.event({ type: 'ready' });
    recorder.updated({ colorScheme: 'dark' });
    recorder.event({ type: 'error', phase: 'render', fatal: true, id: '0123456789abcdef', message: 'no hero' });
    recorder.retried();
    const text = recorder.text('0123456789abcdef');
    expect(text.split('\n')).toEqual([
      'Quartermaster 1.2.3, error 0123456789abcdef',
      '+5 ms mount name=string colorScheme=light',
      '+10 ms route /instance/:instanceId/templates/:templateId/items',
      '+15 ms event ready',
      '+20 ms update colorScheme=dark',
      '+25 ms event error phase=render fatal=true id=0123456789abcdef',
      '+30 ms retry',
    ]);
    expect(readRecord(text)).toEqual(recorder.entries());
    expect(readRecord(JSON.stringify(recorder.entries()))).toEqual(recorder.entries());
  });
});

describe('an error', () => {
  beforeEach(() => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const recentOf = (events: HostEvent[]) => events.flatMap((event) => (event.type === 'error' ? [event.recent] : []));
  const button = (panel: ShadowRoot | null, label: string) =>
    [...(panel?.querySelectorAll('button') ?? [])].find((each) => each.textContent === label);

  async function crash() {
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount({ colorScheme: 'light', getAccessToken: () => secret });
    // On a busy machine the mount resolves by its limit, before the console is ready.
    await waitFor(() => expect(shell.events).toContainEqual({ type: 'ready' }));
    made[0]?.props.onRoute('/instance/:instanceId');
    await shell.update({ colorScheme: 'dark' });
    made[0]?.crash('Sword of Ann');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    return shell;
  }

  test('sends the host the preceding events, in order', async () => {
    const shell = await crash();
    const [recent] = recentOf(shell.events);
    expect(recent?.map(({ at: _, ...entry }) => entry)).toEqual([
      expect.objectContaining({ kind: 'mount', props: expect.objectContaining({ colorScheme: 'light' }) }),
      { kind: 'event', type: 'ready', details: {} },
      { kind: 'route', to: '/instance/:instanceId' },
      { kind: 'update', props: expect.objectContaining({ colorScheme: 'dark' }) },
      { kind: 'event', type: 'error', details: { phase: 'render', fatal: 'true', id: expect.any(String) } },
    ]);
    const times = recent?.map(({ at }) => at) ?? [];
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(JSON.stringify(recent)).not.toMatch(/Ann|eyJ/);
  });

  test('offers the same for copying in its panel, and a retry is part of the next one', async () => {
    const writeText = vi.fn(async (_: string) => undefined);
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
    const shell = await crash();
    const id = shell.panel()?.querySelector('code')?.textContent;
    button(shell.panel(), 'Copy details')?.click();
    await waitFor(() => expect(button(shell.panel(), 'Copied')).toBeDefined());
    const copied = String(writeText.mock.calls[0]?.[0]);
    expect(copied).toContain(`error ${id}`);
    expect(readRecord(copied)).toEqual(recentOf(shell.events)[0]);

    button(shell.panel(), 'Try again')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, dark'));
    await shell.update({ colorScheme: 'blue' });
    expect(recentOf(shell.events)[1]).toContainEqual(expect.objectContaining({ kind: 'retry' }));
  });

  test('shows its details for manual copying if there is no clipboard', async () => {
    const writeText = vi.fn(async () => Promise.reject(new Error('denied')));
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
    const shell = await crash();
    button(shell.panel(), 'Copy details')?.click();
    await waitFor(() => expect(shell.panel()?.querySelector('pre')?.hidden).toBe(false));
    expect(shell.panel()?.querySelector('pre')?.textContent).toContain('route /instance/:instanceId');
  });
});

test('a panel about a wrong prop has details without the prop’s value', async () => {
  const shell = openShell(createTinyConsoles().createConsole);
  await shell.mount({ basename: secret });
  const panel = shell.panel();
  expect([...(panel?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Copy details',
  ]);
  expect(JSON.stringify(shell.events[0])).toContain('"basename":"string"');
});
