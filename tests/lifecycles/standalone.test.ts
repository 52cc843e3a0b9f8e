import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConsoleProps } from '../../src/app/context/console-props.ts';
import { createTinyConsoles } from './tiny-console.tsx';

const { made, createConsole } = createTinyConsoles();
vi.mock('../../src/app/create-console.tsx', () => ({
  createConsole: (props: ConsoleProps) => createConsole(props),
}));

beforeEach(() => {
  // React logs every caught crash to the console.
  vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('reportError', vi.fn());
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.nonce = 'n1';
  document.head.append(meta);
  for (const [name, content] of [
    ['sentry-dsn', 'https://key@sentry.example/1'],
    ['release', '0.1.0-abc'],
  ])
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  document.body.innerHTML = '<div id="console"></div><div id="overlay"></div>';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the page starts the console as its only content, and offers a restart after a crash', async () => {
  await import('../../src/standalone/main.ts');
  const root = document.getElementById('console');
  await waitFor(() => expect(root?.textContent).toBe('clicks 0, light'));
  expect(made[0]?.props).toMatchObject({ ownsDocument: true, basename: '/', nonce: 'n1', apiBase: location.origin });
  expect(made[0]?.props.sentry).toEqual({ dsn: 'https://key@sentry.example/1', release: '0.1.0-abc' });
  expect(document.getElementById('overlay')?.getAttribute('data-qm-root')).toBe(root?.getAttribute('data-qm-root'));

  made[0]?.crash('later');
  await waitFor(() => expect(root?.querySelector('[data-qm-panel]')).not.toBeNull());
  expect(made[0]?.disposed).toBe(1);
  expect(reportError).toHaveBeenCalledTimes(1);

  const panel = root?.querySelector('[data-qm-panel]')?.shadowRoot;
  panel?.querySelector<HTMLButtonElement>('button.main')?.click();
  await waitFor(() => expect(root?.textContent).toBe('clicks 0, light'));
  expect(made).toHaveLength(2);
});
