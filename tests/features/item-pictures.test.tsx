import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { labelOf, newImageItem } from '../../src/shared/images/image-item.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { pixel } from './pixel.ts';

const fields = inOrder([
  field('icon', 'item-link', { templateId: 'image' }),
  field('views', 'item-link-list', { templateId: 'image' }),
]);

/** An item that links to the image Crown, twice. */
async function crowned() {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  const dataUrl = `data:image/png;base64,${pixel}`;
  const crown = await saveOne(server, newImageItem({ label: labelOf('Crown.png'), dataUrl, key: crypto.randomUUID() }));
  const king = await saveOne(
    server,
    saveBody('king', fields, { icon: crown.id, views: [crown.id] }, { label: 'King' }),
  );
  const list = `/instance/${server.studio.dev}/templates/king/items`;
  return { server, crown: crown.id, id: king.id, list, path: `${list}/${king.id}/edit` };
}

/** Paths of the pictures in an element. */
const pictures = (element: HTMLElement) =>
  [...element.querySelectorAll('img')].map((img) => new URL(img.src).pathname.replace(/[^/]+$/, '*'));

test('links to images show the images: in the list, in the form and in the picker', async () => {
  shows('4.designers.gallery');
  const { server, list } = await crowned();
  const { user } = await renderConsole(list, { server, as: 'owner' });
  const row = await screen.findByRole('row', { name: /King/ });
  const stored = `/v1/instances/${server.studio.dev}/image/*`;
  await waitFor(() => expect(pictures(row)).toEqual([stored, stored]));
  // A list of images is a gallery: its pictures have no labels next to them, only as their names.
  const [chip, picture] = within(row).getAllByRole('link', { name: 'Crown' });
  expect([chip?.textContent, picture?.textContent]).toEqual(['Crown', '']);
  await user.click(within(row).getByRole('link', { name: 'King' }));
  const icon = await screen.findByLabelText('The icon', { selector: 'input' });
  const form = icon.closest('form') as HTMLElement;
  await waitFor(() => expect(pictures(form)).toEqual([stored, stored]));
  const tile = within(form).getByRole('listitem');
  expect(within(tile).getByRole('button', { name: 'Remove Crown' })).toBeTruthy();
  expect(pictures(tile)).toEqual([stored]);
  await user.click(icon);
  expect(pictures(await screen.findByRole('option', { name: /Crown/ }))).toEqual([stored]);
});

test('images whose token has expired are fetched with a new one', async () => {
  const { server, list } = await crowned();
  const reasons: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  await renderConsole(list, {
    server,
    props: {
      getAccessToken: async (reason) => {
        reasons.push(reason);
        return server.bearer('owner').replace('Bearer ', '');
      },
    },
    intercept: (fetch) => async (input, init) => {
      const isImage = String(input).includes('/image/');
      // As if it had expired between the list and its images.
      if (isImage && !reasons.includes('unauthorized'))
        return Response.json({ status_code: 401, error: 'unauthorized', message: 'No.' }, { status: 401 });
      return fetch(input, init);
    },
  });
  const row = await screen.findByRole('row', { name: /King/ });
  await waitFor(() => expect([...row.querySelectorAll('img')].map(({ src }) => src)).toEqual(['blob:1', 'blob:1']));
  expect(reasons).toEqual(['initial', 'unauthorized']);
});

test('an image is uploaded in the picker and selected', async () => {
  const { server, id, path } = await crowned();
  const { user, overlay } = await renderConsole(path, { server, as: 'owner' });
  await user.click(await screen.findByLabelText('The icon', { selector: 'input' }));
  await user.click(await screen.findByRole('button', { name: 'Upload an image' }));
  const [chooser] = screen.getAllByLabelText('Image to upload');
  fireEvent.change(chooser as HTMLElement, {
    target: { files: [new File(['GIF89a'], 'a.gif', { type: 'image/gif' })] },
  });
  expect(await screen.findByText('Please upload a file of image type (JPG, PNG)')).toBeTruthy();
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  const file = new File([bytes], 'Sceptre.png', { type: 'image/png' });
  fireEvent.change(chooser as HTMLElement, { target: { files: [file] } });
  await within(overlay).findByText('Item saved');
  await waitFor(() =>
    expect(screen.getByLabelText('The icon', { selector: 'input' })).toHaveProperty(
      'value',
      expect.stringMatching(/^Sceptre #/),
    ),
  );
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => {
    const params = { instanceId: server.studio.dev, templateId: 'king', id };
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    const images = await server.call(
      items.listHeaders,
      { params: { ...params, templateId: 'image' } },
      { as: 'owner' },
    );
    const sceptre = images.items.find(({ internal_label }) => internal_label === 'Sceptre');
    expect(sceptre).toBeTruthy();
    expect(Number(item.fields.find((one) => one.id === 'icon')?.value)).toEqual(sceptre?.id);
  });
});

test('a file that is chosen again after a lost response creates no second image', async () => {
  const { server, path } = await crowned();
  let isDown = true;
  const { user, overlay } = await renderConsole(path, {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (isDown && /\/items$/.test(String(input)) && init?.method === 'POST') throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  await user.click(await screen.findByLabelText('The icon', { selector: 'input' }));
  await user.click(await screen.findByRole('button', { name: 'Upload an image' }));
  const [chooser] = screen.getAllByLabelText('Image to upload');
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  const choose = () =>
    fireEvent.change(chooser as HTMLElement, {
      target: { files: [new File([bytes], 'Sceptre.png', { type: 'image/png', lastModified: 1 })] },
    });
  choose();
  await screen.findByText(/The server cannot be reached/);
  isDown = false;
  choose();
  await within(overlay).findByText('Item saved');
  const params = { instanceId: server.studio.dev, templateId: 'image' };
  const { items: images } = await server.call(items.listHeaders, { params }, { as: 'owner' });
  expect(images.map((image) => image.internal_label)).toEqual(['Crown', 'Sceptre']);
});
