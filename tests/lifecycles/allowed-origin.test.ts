import { waitFor } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { openShell } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

const apiBase = 'https://api.test/content';

/** A browser's fetch to a server that is down, or up with or without this page's origin allowed. */
function browserFetch(server: { isUp: boolean; isAllowed: boolean }) {
  return vi.fn(async (_address: RequestInfo | URL, init?: RequestInit) => {
    if (server.isUp && (server.isAllowed || init?.mode === 'no-cors')) return new Response('{}');
    throw new TypeError('Failed to fetch');
  });
}

function open(server: { isUp: boolean; isAllowed: boolean }) {
  const { createConsole, made } = createTinyConsoles();
  const shell = openShell(createConsole);
  const fetch = browserFetch(server);
  const call = () =>
    made
      .at(-1)
      ?.props.fetch(`${apiBase}/v1/accounts`)
      .catch(() => undefined);
  return { shell, fetch, call, made, mount: (props = {}) => shell.mount({ apiBase, fetch, ...props }) };
}

describe('a first call that fails', () => {
  test('shows a panel that names the origin and the setting if the server does not allow the origin', async () => {
    shows('4.host.calls.origin');
    const server = { isUp: true, isAllowed: false };
    const { shell, call, made, mount } = open(server);
    await mount();
    await call();
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    const panel = shell.panel()?.querySelector('[role=alert]')?.textContent;
    expect(panel).toContain(
      `The server https://api.test is there, but it does not let pages of ${location.origin} call it`,
    );
    expect(panel).toContain('CORS_ORIGINS');
    expect(made[0]?.disposed).toBe(1);
    const message = expect.stringContaining('CORS_ORIGINS');
    expect(shell.events.at(-1)).toMatchObject({ type: 'error', phase: 'load', fatal: true, message });

    server.isAllowed = true;
    shell.panel()?.querySelector<HTMLButtonElement>('button.main')?.click();
    await waitFor(() => expect(shell.root()?.textContent).toBe('clicks 0, light'));
    expect(shell.panel()).toBeNull();
  });

  test('changes nothing if the server is down', async () => {
    shows('4.host.calls.down', '4.host.calls.origin');
    const { shell, fetch, call, made, mount } = open({ isUp: false, isAllowed: false });
    await mount();
    await call();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    await call();
    expect(shell.panel()).toBeNull();
    expect(made[0]?.disposed).toBe(0);
  });

  test('keeps the console if the server is reachable again', async () => {
    const server = { isUp: false, isAllowed: true };
    const { shell, fetch, call, made, mount } = open(server);
    await mount();
    const calling = call();
    server.isUp = true;
    await calling;
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    expect(shell.panel()).toBeNull();
    expect(made[0]?.disposed).toBe(0);
  });

  test('is not investigated once another one has succeeded', async () => {
    const server = { isUp: true, isAllowed: true };
    const { fetch, call, mount } = open(server);
    await mount();
    await call();
    server.isAllowed = false;
    await call();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('is not investigated on the server’s own origin, or for a cancelled call', async () => {
    const server = { isUp: true, isAllowed: false };
    const own = open(server);
    await own.mount({ apiBase: '/content' });
    await own.call();
    expect(own.fetch).toHaveBeenCalledTimes(1);

    const other = open(server);
    await other.mount({ name: 'second' });
    const signal = AbortSignal.abort();
    await other.made[0]?.props.fetch(apiBase, { signal }).catch(() => undefined);
    expect(other.fetch).toHaveBeenCalledTimes(1);
  });
});
