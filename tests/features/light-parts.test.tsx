import { MantineProvider, Menu, Select } from '@mantine/core';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { fetchLateCode, lateCode } from '../../src/shared/ui/lazy/late-code.ts';
import { lazyPart } from '../../src/shared/ui/lazy/lazy-part.tsx';
import { useNearList } from '../../src/shared/ui/lazy/use-near-list.ts';
import { PlainLink } from '../../src/shared/ui/plain-link.tsx';
import { PopupTarget, useLazyPopup } from '../../src/shared/ui/popup/lazy-popup.tsx';
import { eventually } from '../support/eventually.ts';

function More() {
  const menu = useLazyPopup('menu');
  return (
    <>
      <button type="button" {...menu.button}>
        More
      </button>
      {menu.isNear && (
        <Menu {...menu.popup}>
          <Menu.Target>
            <PopupTarget of={menu.button.ref} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Copy</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

test('a popup opens on the first click, is labelled by its button, and returns focus to it', async () => {
  render(<More />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> });
  const button = screen.getByRole('button', { name: 'More', expanded: false });
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  button.focus();
  fireEvent.click(button);
  const menu = await screen.findByRole('menu', { name: 'More' });
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('pressing the button of an open popup closes it and does not reopen it', async () => {
  render(<More />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> });
  const button = screen.getByRole('button', { name: 'More' });
  fireEvent.click(button);
  await screen.findByRole('menu');
  fireEvent.mouseDown(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('the console handles a plain click on a link, and the browser any other click', () => {
  const follow = vi.fn();
  const services = { follow, hrefOf: (path: string) => `/content${path}` } as unknown as Services;
  render(
    <ServicesContext value={services}>
      <PlainLink to="/items/1" hasBackLink>
        Sword
      </PlainLink>
    </ServicesContext>,
  );
  const link = screen.getByRole('link', { name: 'Sword' });
  expect(link.getAttribute('href')).toBe('/content/items/1');
  const inNewTab = createEvent.click(link, { ctrlKey: true });
  fireEvent(link, inNewTab);
  expect(inNewTab.defaultPrevented).toBe(false);
  expect(follow).not.toHaveBeenCalled();
  const plain = createEvent.click(link);
  fireEvent(link, plain);
  expect(plain.defaultPrevented).toBe(true);
  expect(follow).toHaveBeenCalledExactlyOnceWith('/items/1', true);
});

const LateText = lazyPart(async () => () => <p>Here</p>);

function Fetching() {
  useLayoutEffect(() => {
    void fetchLateCode(() => Promise.resolve());
  }, []);
  return <LateText />;
}

test('a lazy component whose code arrives between its render and its effects is rendered', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  // As in a browser: effects run after the code’s promise callbacks.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });
  root.render(
    <ServicesContext value={{} as Services}>
      <Fetching />
    </ServicesContext>,
  );
  await expect.poll(() => container.textContent).toBe('Here');
});

test('a dialog whose code cannot be loaded closes, and is loaded again once it is opened again', async () => {
  const load = vi.fn(
    async (): Promise<ComponentType<Opened>> =>
      ({ opened }) =>
        opened && <p>Dialog</p>,
  );
  load.mockRejectedValueOnce(new TypeError('offline'));
  interface Opened {
    opened: boolean;
    onClose: () => void;
  }
  const Dialog = lazyPart<Opened>(load, {
    isOnUse: true,
    dialog: { isOpen: ({ opened }) => opened, close: ({ onClose }) => onClose() },
  });
  const services = { notify: { error: vi.fn() } } as unknown as Services;
  const onClose = vi.fn(() => view.rerender(dialog(false)));
  const dialog = (opened: boolean) => (
    <ServicesContext value={services}>
      <Dialog opened={opened} onClose={onClose} />
    </ServicesContext>
  );
  const view = render(dialog(true));
  await eventually(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(services.notify.error).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
  view.rerender(dialog(true));
  expect(await screen.findByText('Dialog')).toBeTruthy();
});

test('code that may be needed later is not loaded before the browser is idle', async () => {
  const load = vi.fn(async () => 'loaded');
  const code = lateCode(load);
  void fetchLateCode(() => new Promise(() => undefined));
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  expect(await code.fetch()).toBe('loaded');
  expect(code.get()).toBe('loaded');
});

test('code that may be needed later is not asked for again and again once the network has failed', async () => {
  const loads = Array.from({ length: 50 }, () => vi.fn(() => Promise.reject(new TypeError('offline'))));
  for (const load of loads) lateCode(load);
  await fetchLateCode();
  expect(loads[0]).toHaveBeenCalledTimes(1);
  expect(loads.at(-1)).not.toHaveBeenCalled();
});

function Sizes() {
  const { isNear, near } = useNearList();
  return (
    <Select aria-label="Size" data={['Small', 'Large']} searchable {...near} comboboxProps={{ keepMounted: isNear }} />
  );
}

test('a closed list is rendered once its input has the focus, which refers to it as soon as it is open', async () => {
  const { unmount } = render(
    <MantineProvider>
      <Sizes />
    </MantineProvider>,
  );
  onTestFinished(unmount);
  const input = screen.getByRole('combobox', { name: 'Size' });
  expect(document.querySelector('[role="listbox"]')).toBeNull();
  await userEvent.tab();
  await screen.findByRole('listbox', { hidden: true });
  expect(input.getAttribute('aria-expanded')).toBe('true');
  // Only the build's Mantine keeps the id of a list: see build/private-mantine.ts.
  expect(input.getAttribute('aria-controls')).toBeTruthy();
});
