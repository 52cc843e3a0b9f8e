import { waitFor } from '@testing-library/dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contractOf, supportedVersions } from '../../src/lifecycles/contract.ts';
import { shows } from '../specification/shows.ts';
import { openShell, outcome } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

const release = { version: '1.2.3', commit: null, id: '1.2.3-0123456789ab' };

test('a release that was removed is replaced by a panel that names it and the current one', async () => {
  shows('4.host.releases.removed');
  const loadConsole = vi.fn();
  const shell = openShell(createTinyConsoles().createConsole, { removedRelease: '0.0.9-000000000009', loadConsole });
  await shell.lifecycles.bootstrap();
  expect(await outcome(shell.mount())).toBe('resolved');
  const panel = shell.panel()?.querySelector('[role=alert]')?.textContent;
  expect(panel).toContain('the release 0.0.9-000000000009 of the console, which its server no longer has');
  expect(panel).toContain('a newer one, such as 1.2.3-0');
  expect(shell.events).toEqual([expect.objectContaining({ type: 'error', phase: 'load', fatal: true })]);
  expect(loadConsole).not.toHaveBeenCalled();
});

describe('the contract version of a host', () => {
  /** A module of version 4 of the contract. */
  const openLater = () => {
    const { createConsole, made } = createTinyConsoles();
    const contract = { ...contractOf(release), version: 4, supports: supportedVersions(4) };
    return { shell: openShell(createConsole, { contract }), made };
  };

  test('may be that of the module, or the previous one', async () => {
    shows('4.host.props.version');
    expect(supportedVersions(1)).toEqual([1]);
    expect(supportedVersions(2)).toEqual([1, 2]);
    for (const contractVersion of [3, 4]) {
      const { shell, made } = openLater();
      await shell.mount({ contractVersion });
      expect(made).toHaveLength(1);
      expect(shell.panel()).toBeNull();
      await shell.unmount();
    }
  });

  test.each([
    ['a newer one', 5, 'Load a newer release of Quartermaster'],
    ['an older one', 2, 'or load an earlier release of Quartermaster'],
    ['none, which is the first one', undefined, 'or load an earlier release of Quartermaster'],
  ])('is answered with what to do if it is %s', async (_, contractVersion, advice) => {
    shows('4.host.props.version');
    const { shell, made } = openLater();
    // Props that changed since then are not reported.
    expect(await outcome(shell.mount({ contractVersion, routing: 'of another version' }))).toBe('resolved');
    const panel = shell.panel()?.querySelector('[role=alert]')?.textContent;
    expect(panel).toContain(
      `written for version ${contractVersion ?? 1} of the host contract (the prop "contractVersion"), and release 1.2.3 of Quartermaster supports the versions 3 and 4.`,
    );
    expect(panel).toContain(advice);
    expect(panel).not.toContain('routing');
    expect(made).toHaveLength(0);
    expect(shell.events).toEqual([expect.objectContaining({ type: 'error', phase: 'version', fatal: true })]);
    await shell.unmount();
    expect(shell.slot.childNodes).toHaveLength(0);
  });

  test.each(['1', 0, 1.5])('that is %j is an invalid prop', async (contractVersion) => {
    shows('4.host.props.version', '4.host.props.wrong');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount({ contractVersion });
    expect(shell.panel()?.textContent).toContain('The prop "contractVersion" must be a positive whole number');
  });

  test('is not required by this plugin version, whose contract is the first one', async () => {
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount({ contractVersion: 1 });
    expect(made).toHaveLength(1);
    expect(contractOf(release)).toMatchObject({ version: 1, supports: [1], release });
  });
});

describe('the event for the first page shown', () => {
  test('follows the ready event, once', async () => {
    const shown = Promise.withResolvers<void>();
    const { createConsole, made } = createTinyConsoles({ shown: shown.promise });
    const shell = openShell(createConsole);
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    await shell.mount();
    expect(shell.events).toEqual([{ type: 'ready' }]);
    shown.resolve();
    await waitFor(() => expect(shell.events).toEqual([{ type: 'ready' }, { type: 'shown' }]));

    made[0]?.crash('later');
    await waitFor(() => expect(shell.panel()).not.toBeNull());
    shell.panel()?.querySelector<HTMLButtonElement>('button.main')?.click();
    await waitFor(() => expect(shell.events.filter(({ type }) => type === 'ready')).toHaveLength(2));
    await shell.unmount();
    expect(shell.events.filter(({ type }) => type === 'shown')).toHaveLength(1);
  });

  test('is not sent after the console was unmounted', async () => {
    const shown = Promise.withResolvers<void>();
    const shell = openShell(createTinyConsoles({ shown: shown.promise }).createConsole);
    await shell.mount();
    await shell.unmount();
    shown.resolve();
    await shown.promise;
    await Promise.resolve();
    expect(shell.events).toEqual([{ type: 'ready' }, { type: 'disposed' }]);
  });
});
