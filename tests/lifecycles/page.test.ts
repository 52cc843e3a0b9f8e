import { describe, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { openShell } from './shell.ts';
import { createTinyConsoles } from './tiny-console.tsx';

// Without the limit of a second: on a busy machine a mount would resolve by it before its console is rendered.
vi.mock('../../src/lifecycles/settle.ts', () => ({
  settled: (promise: Promise<unknown>) => Promise.allSettled([promise]),
}));

const add = (tag: string) => document.body.appendChild(document.createElement(tag));

describe('focus', () => {
  test('stays in the host while mounting, even if the console tries to take it', async () => {
    shows('4.host.focus.mount');
    const link = add('button');
    link.focus();
    const taken = vi.fn();
    document.addEventListener('focusin', taken);
    const shell = openShell(createTinyConsoles({ takesFocus: true }).createConsole);
    await shell.mount();
    expect(taken.mock.calls.map(([event]) => event.target)).toContain(shell.root()?.querySelector('button'));
    expect(document.activeElement).toBe(link);
    document.removeEventListener('focusin', taken);
    link.remove();
  });

  test('returns to its previous element when the console is unmounted', async () => {
    shows('4.host.focus.unmount');
    const first = add('button');
    const second = add('button');
    first.focus();
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount();
    second.focus();
    shell.root()?.querySelector('button')?.focus();
    await shell.unmount();
    expect(document.activeElement).toBe(second);
    first.remove();
    second.remove();
  });

  test('is left alone if it is outside of the console', async () => {
    shows('4.host.focus.unmount');
    const first = add('button');
    const second = add('button');
    first.focus();
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount();
    shell.root()?.querySelector('button')?.focus();
    second.focus();
    await shell.unmount();
    expect(document.activeElement).toBe(second);
    first.remove();
    second.remove();
  });
});

describe('a drag', () => {
  const cancelled = () => {
    const seen: number[] = [];
    const listener = (event: PointerEvent) => seen.push(event.pointerId);
    document.addEventListener('pointercancel', listener);
    return { seen, stop: () => document.removeEventListener('pointercancel', listener) };
  };
  const press = (node: Element | null | undefined, type: string, pointerId: number) =>
    node?.dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true }));

  test('of the console is cancelled when it is unmounted', async () => {
    shows('4.host.memory.drag');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount();
    const { seen, stop } = cancelled();
    press(shell.root()?.querySelector('button'), 'pointerdown', 5);
    await shell.unmount();
    expect(seen).toEqual([5]);
    stop();
  });

  test('that has ended, or belongs to the host, is not cancelled', async () => {
    shows('4.host.memory.drag');
    const shell = openShell(createTinyConsoles().createConsole);
    await shell.mount();
    const { seen, stop } = cancelled();
    press(shell.root()?.querySelector('button'), 'pointerdown', 5);
    press(document.body, 'pointerup', 5);
    press(document.body, 'pointerdown', 6);
    await shell.unmount();
    expect(seen).toEqual([]);
    stop();
  });
});

describe('leaving with unsaved changes', () => {
  const leave = (newUrl: string) => {
    const cancelNavigation = vi.fn();
    window.dispatchEvent(new CustomEvent('single-spa:before-routing-event', { detail: { newUrl, cancelNavigation } }));
    return cancelNavigation;
  };

  test('asks for confirmation, and stays if the user declines', async () => {
    shows('4.host.history.leave');
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { createConsole, made } = createTinyConsoles();
    const shell = openShell(createConsole);
    await shell.mount({ basename: '/content' });
    expect(leave('http://localhost/players')).not.toHaveBeenCalled();

    made[0]?.props.onEvent({ type: 'dirty', isDirty: true });
    expect(leave('http://localhost/content/items')).not.toHaveBeenCalled();
    expect(confirm).not.toHaveBeenCalled();
    expect(leave('http://localhost/players')).toHaveBeenCalled();
    // An address that only shares the console's prefix is outside of it.
    expect(leave('http://localhost/contents')).toHaveBeenCalled();
    confirm.mockReturnValue(true);
    expect(leave('http://localhost/players')).not.toHaveBeenCalled();
    expect(confirm).toHaveBeenCalledTimes(3);
    made[0]?.props.onEvent({ type: 'dirty', isDirty: false });
    expect(leave('http://localhost/players')).not.toHaveBeenCalled();
    expect(confirm).toHaveBeenCalledTimes(3);

    made[0]?.props.onEvent({ type: 'dirty', isDirty: true });
    await shell.unmount();
    expect(leave('http://localhost/players')).not.toHaveBeenCalled();
    expect(confirm).toHaveBeenCalledTimes(3);
    vi.restoreAllMocks();
  });
});

test('a complete life cycle leaves no listener on the page', async () => {
  shows('4.host.memory.listeners');
  const live = new Map<string, number>();
  const targets = [window, document, document.body, document.documentElement];
  const spies = targets.flatMap((target, index) => [
    vi.spyOn(target, 'addEventListener').mockImplementation((type) => {
      live.set(`${index} ${type}`, (live.get(`${index} ${type}`) ?? 0) + 1);
    }),
    vi.spyOn(target, 'removeEventListener').mockImplementation((type) => {
      live.set(`${index} ${type}`, (live.get(`${index} ${type}`) ?? 0) - 1);
    }),
  ]);
  const { createConsole, made } = createTinyConsoles();
  const shell = openShell(createConsole);
  const cycle = async () => {
    await shell.mount();
    made.at(-1)?.props.onEvent({ type: 'dirty', isDirty: true });
    const press = new PointerEvent('pointerdown', { bubbles: true });
    shell.root()?.querySelector('button')?.dispatchEvent(press);
    await shell.unmount();
  };
  await cycle();
  await cycle();
  expect(live.has('1 pointerup')).toBe(true);
  // React adds one listener per document, however often it is mounted.
  live.delete('1 selectionchange');
  expect([...live].filter(([, count]) => count !== 0)).toEqual([]);
  for (const spy of spies) spy.mockRestore();
});
