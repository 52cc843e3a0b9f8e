import { MantineProvider } from '@mantine/core';
import { errors } from '@quartermaster/contract/errors.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { ConfirmDialog } from '../../src/shared/ui/dialog/confirm-dialog.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const yes = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Yes' });

/** Two clicks before the next render. */
const pressTwice = (button: HTMLElement) =>
  act(() => {
    button.click();
    button.click();
  });

/** A page with the dialog. */
function Page({ start }: { start: (() => void) | (() => Promise<void>) }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open or close
      </button>
      <ConfirmDialog
        opened={isOpen}
        title="Question"
        message="Sure?"
        confirmLabel="Yes"
        cancelLabel="No"
        onCancel={() => setOpen(false)}
        onConfirm={start}
      />
    </>
  );
}

const renderPage = async (start: (() => void) | (() => Promise<void>)) => {
  render(<Page start={start} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  await screen.findByRole('dialog', { name: 'Question' });
};

/** A dialog whose action ends when the test resolves it. */
async function openDialog() {
  const works: PromiseWithResolvers<void>[] = [];
  const start = () => {
    const work = Promise.withResolvers<void>();
    works.push(work);
    return work.promise;
  };
  await renderPage(start);
  return { works, openOrClose: () => fireEvent.click(screen.getByText('Open or close')) };
}

test('while a confirmed action runs, it can be neither started again nor cancelled', async () => {
  const { works } = await openDialog();
  pressTwice(yes());
  fireEvent.click(yes());
  expect(works).toHaveLength(1);
  expect(yes().dataset.loading).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'No' }).disabled).toBe(true);
  for (const button of screen.getAllByRole('button')) {
    if (button.closest('header')) fireEvent.click(button);
  }
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByRole('dialog', { name: 'Question' })).toBeTruthy();
});

test('an action without a promise is run once, even if the dialog stays open', async () => {
  let runs = 0;
  await renderPage(() => {
    runs += 1;
  });
  pressTwice(yes());
  fireEvent.click(yes());
  expect(runs).toBe(1);
});

test('after a failure the confirm button has the focus, so that Enter tries again', async () => {
  const { works } = await openDialog();
  yes().focus();
  pressTwice(yes());
  // jsdom leaves the focus on a disabled button, browsers take it away.
  act(() => yes().blur());
  await act(async () => works[0]?.reject(new Error('The disk is full')));
  await waitFor(() => expect(document.activeElement).toBe(yes()));
});

test('a failed confirmation shows its error in the dialog, and can be retried', async () => {
  const { works } = await openDialog();
  pressTwice(yes());
  await act(async () => works[0]?.reject(new Error('The disk is full')));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
  pressTwice(yes());
  expect(works).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a temporary refusal can be retried in its dialog', async () => {
  const { works } = await openDialog();
  pressTwice(yes());
  const { status, message } = errors.busy;
  const busy = new HttpError(status, { status_code: status, error: 'busy', message }, 'event');
  await act(async () => works[0]?.reject(busy));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByText('Sure?')).toBeTruthy();
  pressTwice(yes());
  expect(works).toHaveLength(2);
});

test('a completed confirmation does not run again until the dialog is reopened', async () => {
  const { works, openOrClose } = await openDialog();
  pressTwice(yes());
  await act(async () => works[0]?.resolve());
  await waitFor(() => expect(yes().disabled).toBe(false));
  pressTwice(yes());
  expect(works).toHaveLength(1);
  openOrClose();
  openOrClose();
  await screen.findByRole('dialog', { name: 'Question' });
  pressTwice(yes());
  expect(works).toHaveLength(2);
});

test('a reopened dialog does not show the previous failure', async () => {
  const { works, openOrClose } = await openDialog();
  pressTwice(yes());
  await act(async () => works[0]?.reject(new Error('The disk is full')));
  await screen.findByRole('alert');
  openOrClose();
  openOrClose();
  await screen.findByRole('dialog', { name: 'Question' });
  expect(screen.queryByRole('alert')).toBeNull();
});

/** A console that records its changes on the server. */
async function openConsole(pathOf: (place: { dev: number; sword: number }) => string) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { weapons } = await saveWeapons(server, () => [['Sword', { cost: 1 }]]);
  const sent: string[] = [];
  const view = await renderConsole(pathOf({ dev: server.studio.dev, sword: weapons[0] ?? 0 }), {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      sent.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });
  return { ...view, sentTo: (end: RegExp) => sent.filter((call) => end.test(call)) };
}

test('an item is deleted once, however often the dialog is confirmed', async () => {
  shows('3.calls.delete-item.call');
  const { user, sentTo, overlay } = await openConsole(
    ({ dev, sword }) => `/instance/${dev}/templates/weapon/items/${sword}/edit`,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  pressTwice(await screen.findByRole('button', { name: 'Yes, delete item' }));
  expect(await within(overlay).findByText('Item deleted')).toBeTruthy();
  expect(await screen.findByText('No items yet')).toBeTruthy();
  expect(sentTo(/^DELETE /)).toHaveLength(1);
});

test('a token is regenerated once, however often the dialog is confirmed', async () => {
  shows('2.2.export-settings.regenerate');
  const { user, sentTo, overlay } = await openConsole(() => '/settings/export-settings');
  await user.click(await screen.findByRole('button', { name: 'Regenerate' }));
  pressTwice(await screen.findByRole('button', { name: 'Yes, regenerate' }));
  expect(await within(overlay).findByText('Token updated successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(/^POST .*\/api-token$/)).toHaveLength(1);
});

test('an export is started once, however often the dialog is confirmed', async () => {
  shows('2.2.export.confirmation');
  const { user, sentTo, overlay } = await openConsole(() => '/');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  pressTwice(await screen.findByRole('button', { name: 'Yes, export' }));
  expect(await within(overlay).findByText('Export initiated successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo(/^POST .*\/export\/templates$/)).toHaveLength(1);
});
