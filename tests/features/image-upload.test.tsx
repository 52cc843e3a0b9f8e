import { plans } from '@quartermaster/contract/access.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { drawPortrait } from '../support/draw-portrait.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

type Options = NonNullable<Parameters<typeof renderConsole>[1]>;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const title = 'Upload and create images in bulk';
const listPath = (instanceId = server.studio.dev) => `/instance/${instanceId}/templates/image/items`;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The page, with the plan's limit loaded. */
async function open(options: Options = {}, instanceId?: number) {
  const view = await renderConsole(`${listPath(instanceId)}/upload`, { as: 'owner', ...options, server });
  await heading(title);
  await screen.findByText(/each smaller than \d MB$/);
  return view;
}

let drawn = 0;
/** A unique picture. */
const picture = (name: string) =>
  new File([new Uint8Array(drawPortrait('QM', [++drawn % 256, 20, 30]))], name, { type: 'image/png' });
const add = (...files: File[]) => fireEvent.change(screen.getByLabelText('Image files'), { target: { files } });
const create = () => screen.getByRole('button', { name: 'Create images' });
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
/** Waits until these are the images of the table. */
const listed = (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));
const problems = async () => {
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Some images could not be uploaded');
  return within(alert)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};
const stored = async () =>
  (await server.app.deps.database.query<{ label: string }>('select label from items order by label', [])).map(
    ({ label }) => label,
  );

const isSave = (input: unknown, init: RequestInit | undefined) =>
  /\/items$/.test(String(input)) && init?.method === 'POST';

/** Holds the saves of items until they are released, one at a time. */
function holdSaves() {
  const held: (() => void)[] = [];
  const intercept: Options['intercept'] = (fetch) => async (input, init) => {
    if (isSave(input, init)) await new Promise<void>((resolve) => held.push(resolve));
    return fetch(input, init);
  };
  const release = (amount = held.length) => {
    for (const go of held.splice(0, amount)) go();
  };
  onTestFinished(() => release());
  return { held, intercept, release };
}

test('files that are dropped are reviewed, renamed, removed, and become items with their names', async () => {
  shows(
    '2.1.images.bulk-upload',
    '2.2.items.bulk-upload',
    '2.2.route.image-upload',
    '2.2.upload.create-button',
    '2.2.upload.drop-area',
    '2.2.upload.review-table',
    '2.2.upload.title',
    '2.4.bulk.success-goes',
    '2.4.bulk.success-toast',
    '4.host.events.saved',
  );
  const { user, untilPath, events } = await renderConsole(listPath(), { as: 'owner', server });
  await user.click(await screen.findByRole('link', { name: 'Bulk upload' }));
  await untilPath(`${listPath()}/upload`);
  await heading(title);
  const area = screen.getByText(/^Or drop or paste PNG or JPG files here/);
  fireEvent.drop(area, { dataTransfer: { files: ['axe.png', 'bow.png', 'club.png'].map(picture) } });
  await listed('axe', 'bow', 'club');
  const row = screen.getByRole('row', { name: /^bow/ });
  expect(within(row).getByRole('cell', { name: 'bow.png' })).toBeTruthy();
  expect(within(row).getByRole('cell', { name: /^\d+ KB$/ })).toBeTruthy();
  expect(within(row).getByRole('cell', { name: 'Ready' })).toBeTruthy();
  expect(row.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);

  await user.click(screen.getByRole('button', { name: 'Remove club' }));
  await user.click(screen.getByRole('button', { name: 'Rename bow' }));
  const name = within(await screen.findByRole('dialog', { name: 'Rename image' })).getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Longbow{Enter}');
  await waitFor(() => expect(names()).toEqual(['axe', 'Longbow']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(create());
  await untilPath(listPath());
  expect(await screen.findByText('Images were successfully created')).toBeTruthy();
  expect(screen.getByText('2 images')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Longbow' })).toBeTruthy();
  expect(await stored()).toEqual(['Longbow', 'axe']);
  expect(events.findLast((event) => event.type === 'dirty')).toEqual({ type: 'dirty', isDirty: false });
  const saved = { type: 'saved', what: 'images', instanceId: server.studio.dev, templateId: 'image' };
  expect(events.filter(({ type }) => type === 'saved')).toEqual([{ ...saved, isNew: true, count: 2 }]);
});

test('the back link opens the list of images in its previous state', async () => {
  shows('2.2.upload.back');
  const { user, untilPath, path } = await open();
  await user.click(screen.getByRole('link', { name: 'Back to Images' }));
  await untilPath(listPath());
  await user.click(await screen.findByRole('button', { name: 'ID' }));
  await waitFor(() => expect(path()).toContain('sort='));
  const list = path();
  await user.click(screen.getByRole('link', { name: 'Bulk upload' }));
  await user.click(await screen.findByRole('link', { name: 'Back to Images' }));
  await waitFor(() => expect(path()).toBe(list));
});

test.each(['stage', 'prod'] as const)('in %s there is no bulk upload', async (env) => {
  shows('2.2.items.bulk-upload-not-dev', '3.outside-dev.bulk-upload');
  const instanceId = server.studio[env];
  const view = await renderConsole(listPath(instanceId), { as: 'owner', server });
  await heading('Images');
  await screen.findByRole('button', { name: 'Create image' });
  expect(screen.queryByRole('link', { name: 'Bulk upload' })).toBeNull();
  view.close();
  const { untilPath } = await renderConsole(`${listPath(instanceId)}/upload`, { as: 'owner', server });
  await untilPath('/not-allowed');
});

test('other templates offer no bulk upload', async () => {
  shows('2.2.items.bulk-upload-other-templates');
  await insertItems(server.app.deps.database, server.studio.dev, 'sword', 1);
  const path = `/instance/${server.studio.dev}/templates/sword/items`;
  const view = await renderConsole(path, { as: 'owner', server });
  await screen.findByRole('link', { name: 'Create item' });
  expect(screen.queryByRole('link', { name: 'Bulk upload' })).toBeNull();
  view.close();
  await renderConsole(`${path}/upload`, { as: 'owner', server });
  expect(await screen.findByText(/not found/i)).toBeTruthy();
});

test('members who cannot create items are offered no bulk upload', async () => {
  const view = await renderConsole(listPath(), { as: 'member', server });
  await heading('Images');
  await screen.findByText('No images');
  expect(screen.queryByRole('link', { name: 'Bulk upload' })).toBeNull();
  view.close();
  const { untilPath } = await renderConsole(`${listPath()}/upload`, { as: 'member', server });
  await untilPath('/access-denied');
});

test('files that are of another type, too large or empty are listed individually and rejected', async () => {
  shows(
    '1.9.image.teams',
    '2.5.image.limit-teams',
    '2.5.image.other',
    '2.5.image.oversize',
    '2.8.images.extension',
    '2.8.images.list',
    '2.8.images.size',
    '2.8.images.title',
  );
  const { user } = await open();
  const big = new File([new Uint8Array(plans.teams.imageMegabytes * 1024 * 1024 + 1)], 'big.png', {
    type: 'image/png',
  });
  const svg = new File(['<svg><script>alert(1)</script></svg>'], 'script.svg', { type: 'image/svg+xml' });
  const text = new File(['hello'], 'readme.txt', { type: 'text/plain' });
  const empty = new File([], 'empty.jpg', { type: 'image/jpeg' });
  const largest = new File([new Uint8Array(plans.teams.imageMegabytes * 1024 * 1024)], 'largest.jpg', {
    type: 'image/jpeg',
  });
  add(svg, picture('axe.png'), big, text, largest, empty, new File(['x'], 'nothing'));
  const wrongType = 'Please upload a file of image type (JPG, PNG)';
  expect(await problems()).toEqual([
    `script.svg: ${wrongType}`,
    'big.png: Please upload an image smaller than 4MB',
    `readme.txt: ${wrongType}`,
    'empty.jpg: This file is empty',
    `nothing: ${wrongType}`,
  ]);
  expect(names()).toEqual(['axe', 'largest']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  // The next selection reports its own problems, or none.
  add(text);
  expect(await problems()).toEqual([`readme.txt: ${wrongType}`]);
  add(picture('bow.png'));
  await listed('axe', 'largest', 'bow');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('on the Free plan an image has at most 1 MB', async () => {
  shows('1.9.image.free', '2.5.image.limit-free', '2.8.images.size', '2.9.free.images');
  await open({ as: 'free' }, server.studio.free.dev);
  const jpeg = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
  add(jpeg('big.jpg', 1024 * 1024 + 1), jpeg('largest.jpg', 1024 * 1024));
  expect(await problems()).toEqual(['big.jpg: Please upload an image smaller than 1MB']);
  await listed('largest');
});

test('without images a toast is shown', async () => {
  shows('2.4.bulk.none');
  const { user, path } = await open();
  const none = 'No images selected. Please upload images before creating items.';
  await user.click(create());
  expect(await screen.findByText(none)).toBeTruthy();
  expect(path()).toBe(`${listPath()}/upload`);
  // The same after all have been removed.
  add(picture('axe.png'));
  await user.click(await screen.findByRole('button', { name: 'Remove axe' }));
  await user.click(create());
  await waitFor(() => expect(screen.getAllByText(none).length).toBeGreaterThan(1));
  expect(path()).toBe(`${listPath()}/upload`);
  expect(await stored()).toEqual([]);
});

test('an image needs a name', async () => {
  shows('2.5.rename-image.required');
  const { user } = await open();
  add(picture('bow.png'), picture('axe.png'));
  await user.click(await screen.findByRole('button', { name: 'Rename axe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rename image' });
  expect(within(dialog).getByLabelText(/^Name/)).toHaveProperty('value', 'axe');
  await user.clear(within(dialog).getByLabelText(/^Name/));
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  expect(await within(dialog).findByText('required field')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/^Name/), '  ');
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
  expect(await within(dialog).findByText('required field')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(names()).toEqual(['bow', 'axe']);
  // The dialog of another image has that image's name.
  await user.click(screen.getByRole('button', { name: 'Rename bow' }));
  const next = await screen.findByRole('dialog', { name: 'Rename image' });
  expect(within(next).getByLabelText(/^Name/)).toHaveProperty('value', 'bow');
});

test('the progress shows as text and as a bar, and counts images that fail', async () => {
  shows('2.4.bulk.progress-bar', '2.4.bulk.progress-text');
  const { held, intercept, release } = holdSaves();
  const { user } = await open({ intercept });
  add(new File(['this is a text'], 'a.png', { type: 'image/png' }), ...['b.png', 'c.png', 'd.png'].map(picture));
  await user.click(create());
  expect(await screen.findByText('Processing... 0 of 4 images processed')).toBeTruthy();
  await waitFor(() => expect(held).toHaveLength(3));
  expect(screen.getAllByRole('cell', { name: 'Uploading...' })).toHaveLength(3);
  release(1);
  expect(await screen.findByText('Processing... 1 of 4 images processed')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Images processed' }).getAttribute('aria-valuenow')).toBe('25');
  await waitFor(() => expect(held).toHaveLength(3));
  release();
  expect(await problems()).toHaveLength(1);
  expect(names()).toEqual(['a']);
});

test('images that are added while others are created become items in the same run', async () => {
  shows('2.1.images.bulk-upload');
  const { held, intercept, release } = holdSaves();
  const { user, untilPath } = await open({ intercept });
  add(...['a.png', 'b.png'].map(picture));
  await user.click(create());
  await waitFor(() => expect(held).toHaveLength(2));
  add(...['c.png', 'd.png'].map(picture));
  await listed('a', 'b', 'c', 'd');
  await waitFor(() => expect(held).toHaveLength(3));
  expect(screen.getByText('Processing... 0 of 4 images processed')).toBeTruthy();
  release();
  await waitFor(() => expect(held).toHaveLength(1));
  release();
  await untilPath(listPath());
  expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
});

test('images that fail stay in the list with the server’s reason, and only they are retried', async () => {
  shows('2.4.bulk.failed-error', '2.4.bulk.failed-stay', '4.host.events.saved');
  const { user, untilPath, path, events } = await open();
  const text = new File(['this is a text'], 'text.png', { type: 'image/png' });
  add(picture('axe.png'), text, picture('bow.png'));
  await user.click(create());
  expect(await problems()).toEqual(['text.png: Please upload a file of image type (JPG, PNG)']);
  expect(names()).toEqual(['text']);
  const row = screen.getByRole('row', { name: /^text/ });
  expect(within(row).getByRole('cell', { name: 'Please upload a file of image type (JPG, PNG)' })).toBeTruthy();
  expect(path()).toBe(`${listPath()}/upload`);
  expect(await stored()).toEqual(['axe', 'bow']);
  expect(screen.queryByText('Images were successfully created')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Remove text' }));
  expect(screen.queryByRole('alert')).toBeNull();
  add(picture('club.png'));
  await user.click(create());
  await untilPath(listPath());
  expect(await stored()).toEqual(['axe', 'bow', 'club']);
  expect(events.flatMap((event) => (event.type === 'saved' ? [event.count] : []))).toEqual([2, 1]);
});

test('a retry after a lost response creates no second item, and uses the item’s current name', async () => {
  shows('2.4.bulk.failed-error', '2.4.bulk.failed-stay');
  let lost = 0;
  const { user, untilPath } = await open({
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (!isSave(input, init) || lost > 0) return response;
      lost += 1;
      throw new TypeError('The connection was lost');
    },
  });
  add(picture('axe.png'));
  await user.click(create());
  expect(await problems()).toEqual(['axe.png: The server cannot be reached. Check your connection and try again.']);
  expect(await stored()).toEqual(['axe']);
  await user.click(screen.getByRole('button', { name: 'Rename axe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rename image' });
  await user.type(within(dialog).getByLabelText(/^Name/), ' of war{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(create());
  await untilPath(listPath());
  expect(await stored()).toEqual(['axe of war']);
});

test('if the plan’s item limit is reached, the remaining images are not sent', async () => {
  shows('2.4.bulk.failed-error', '2.4.bulk.failed-stay');
  const { dev } = server.studio.free;
  await server.app.deps.database.query(
    'update item_counts set items = 799 where template_key in (select key from templates where instance_id = $1)',
    [dev],
  );
  let saves = 0;
  const intercept: Options['intercept'] = (fetch) => (input, init) => {
    if (isSave(input, init)) saves += 1;
    return fetch(input, init);
  };
  const { user } = await open({ as: 'free', intercept }, dev);
  add(...Array.from({ length: 8 }, (_, index) => picture(`${index}.png`)));
  await user.click(create());
  expect(await problems()).toHaveLength(7);
  expect(await stored()).toHaveLength(1);
  expect(saves).toBeLessThan(8);
});

test('leaving while it runs needs a confirmation, and stops it', async () => {
  shows('2.2.upload.back');
  const { held, intercept, release } = holdSaves();
  const { user, untilPath } = await open({ intercept });
  add(...['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map(picture));
  await user.click(create());
  await waitFor(() => expect(held).toHaveLength(3));
  await user.click(screen.getByRole('link', { name: 'Back to Images' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  const unsaved = within(question).getByRole('list', { name: 'Not saved yet:' });
  expect([...unsaved.children].map(({ textContent }) => textContent)).toEqual(['a', 'b', 'c', 'd', 'e']);
  await user.click(within(question).getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Back to Images' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath(listPath());
  release();
  await waitFor(async () => expect(await stored()).toEqual(['a', 'b', 'c']));
  expect(held).toEqual([]);
  expect(screen.queryByText('Images were successfully created')).toBeNull();
});

const paste = (element: Element, files: File[], types = ['Files']) =>
  fireEvent.paste(element, { clipboardData: { files, types } });

test('pasted pictures are added, but not if a text is pasted or a dialog is open', async () => {
  shows('2.2.upload.drop-area');
  const { user } = await open();
  paste(document.body, [picture('image.png')]);
  await listed('image');
  await user.click(screen.getByRole('button', { name: 'Rename image' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rename image' });
  paste(within(dialog).getByLabelText(/^Name/), [picture('other.png')]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(names()).toEqual(['image']);
});

test('the image field of the item form accepts a pasted picture, and leaves a pasted text to the input', async () => {
  shows('2.2.item.image-preview', '2.5.image.other');
  await renderConsole(`${listPath()}/new`, { as: 'owner', server });
  const label = await screen.findByLabelText(/^Label/);
  paste(label, [picture('table.png')], ['text/plain', 'Files']);
  expect(screen.queryByAltText('Preview')).toBeNull();
  paste(label, [new File(['x'], 'a.gif', { type: 'image/gif' })]);
  expect(await screen.findByText('Please upload a file of image type (JPG, PNG)')).toBeTruthy();
  paste(label, [picture('image.png')]);
  expect((await screen.findByAltText('Preview')).getAttribute('src')).toMatch(/^data:image\/png;base64,/);
});

test('of 500 images only the visible ones are rendered, and their URLs are revoked', async () => {
  shows('2.2.upload.review-table');
  const made = new Set<string>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${made.size}`;
    made.add(url);
    return url;
  });
  let largest = 0;
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    largest = Math.max(largest, made.size);
    made.delete(url);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const view = await open();
  add(...Array.from({ length: 500 }, (_, index) => new File(['x'], `${index}.png`, { type: 'image/png' })));
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('501'));
  expect(names().length).toBeLessThan(100);
  expect(made.size).toBe(names().length);
  view.close();
  expect(made.size).toBe(0);
  expect(largest).toBeLessThan(100);
  expect(revoke).toHaveBeenCalled();
});
