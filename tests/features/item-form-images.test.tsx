import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withoutDataUrlPrefix } from '../../src/shared/images/image-file.ts';
import { newImageItem } from '../../src/shared/images/image-item.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { drawPortrait } from '../support/draw-portrait.ts';
import { startTestServer } from '../support/server.ts';
import { pixel } from './pixel.ts';
import { saveChanges } from './sword-form.ts';

test('on the Free plan an image has at most 1 MB, and an image item requires one', async () => {
  shows('2.5.image.jpeg', '2.5.image.limit-free', '2.5.item-image.required', '2.9.free.images');
  const server = await startTestServer();
  const path = `/instance/${server.studio.free.dev}/templates/image/items/new`;
  const { user } = await renderConsole(path, { as: 'free', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Big');
  // Until the plan has loaded, the limit is the most that any plan allows.
  await screen.findByText(/smaller than 1 MB$/);
  const big = new File([new Uint8Array(1024 * 1024 + 1)], 'big.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [big] } });
  expect(await screen.findByText('Please upload an image smaller than 1MB')).toBeTruthy();
  const small = new File([new Uint8Array(10)], 'small.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [small] } });
  expect((await screen.findByAltText('Preview')).getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/);
  expect(screen.queryByText(/^Please upload/)).toBeNull();
  const largest = new File([new Uint8Array(1024 * 1024)], 'largest.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [largest] } });
  await waitFor(() => expect(screen.getByAltText('Preview').getAttribute('src')?.length).toBeGreaterThan(1024 * 1024));
  expect(screen.queryByText(/^Please upload/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove image' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(saveChanges());
  expect(await screen.findByText('required field')).toBeTruthy();
});

test('an image is validated, previewed, saved, and removed after confirmation', async () => {
  shows(
    '2.2.item.image-delete',
    '2.2.item.image-preview',
    '2.3.image.base64',
    '2.3.image.prefix-stripped',
    '2.3.item-field.upload-id',
    '2.5.image.limit-teams',
    '2.5.image.other',
    '2.5.image.oversize',
    '2.5.image.png',
  );
  const server = await startTestServer();
  const listPath = `/instance/${server.studio.dev}/templates/image/items`;
  const bodies: string[] = [];
  const { user, untilPath } = await renderConsole(`${listPath}/new`, {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) => {
      if (/\/items$/.test(String(input))) bodies.push(String(init?.body));
      return fetch(input, init);
    },
  });
  await user.type(await screen.findByLabelText(/^Label/), 'Pixel');
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [file] } });
  choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
  expect(await screen.findByText('Please upload a file of image type (JPG, PNG)')).toBeTruthy();
  choose(new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
  expect(await screen.findByText('Please upload an image smaller than 4MB')).toBeTruthy();
  choose(new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
  const preview = await screen.findByAltText('Preview');
  expect(preview.getAttribute('src')).toBe(`data:image/png;base64,${pixel}`);
  expect(screen.queryByText(/^Please upload/)).toBeNull();
  // A refused file replaces nothing.
  choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
  expect(await screen.findByText('Please upload a file of image type (JPG, PNG)')).toBeTruthy();
  expect(preview.getAttribute('src')).toBe(`data:image/png;base64,${pixel}`);

  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  expect(await screen.findByText('Are you sure you want to remove image?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No, keep image' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByAltText('Preview')).toBe(preview);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect(JSON.parse(bodies[0] ?? '{}').fields).toEqual([
    expect.objectContaining({ id: 'image-img', value: pixel, upload_id: null }),
  ]);
  await user.click(await screen.findByRole('link', { name: 'Pixel' }));
  const stored = await screen.findByAltText('Preview');
  expect(stored.getAttribute('src')).toMatch(/\/v1\/instances\/\d+\/image\/[0-9a-f]{64}\.png$/);
  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove image' }));
  await waitFor(() => expect(screen.queryByAltText('Preview')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const other = Buffer.from(drawPortrait('QM', [10, 20, 30])).toString('base64');
  choose(new File([Buffer.from(other, 'base64')], 'other.png', { type: 'image/png' }));
  expect((await screen.findByAltText('Preview')).getAttribute('src')).toBe(`data:image/png;base64,${other}`);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect(JSON.parse(bodies[1] ?? '{}').fields).toEqual([expect.objectContaining({ value: other, status: 2 })]);
});

test('new images of each type are sent without the prefix, stored ones as their path', () => {
  shows('2.3.image.prefix-stripped');
  const sent = ['data:image/png;base64,iVBOR', 'data:image/jpeg;base64,/9j/4,A==', 'ab.png'].map(withoutDataUrlPrefix);
  expect(sent).toEqual(['iVBOR', '/9j/4,A==', 'ab.png']);
  // As bulk upload and the picker of a link create images.
  const { fields } = newImageItem({ label: 'Crown', dataUrl: 'data:image/jpeg;base64,/9j/4', key: 'key' });
  expect(fields.map(({ value }) => value)).toEqual(['/9j/4']);
});

test('of two images the last chosen one wins, however long the other takes to load', async () => {
  shows('2.2.item.image-preview');
  const readings: { done: (text: string) => void; fail: () => void }[] = [];
  const read = vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
    const dispatch = (type: string) => this.dispatchEvent(new ProgressEvent(type));
    readings.push({
      done: (text) => {
        Object.defineProperty(this, 'result', { value: `data:image/png;base64,${text}` });
        dispatch('load');
      },
      fail: () => dispatch('error'),
    });
  });
  onTestFinished(() => read.mockRestore());
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/image/items/new`, { as: 'owner', server });
  const chooser = await screen.findByLabelText('Image file');
  const choose = () =>
    fireEvent.change(chooser, { target: { files: [new File(['x'], 'x.png', { type: 'image/png' })] } });
  const isRead = (count: number) => waitFor(() => expect(readings).toHaveLength(count));
  choose();
  await isRead(1);
  choose();
  await isRead(2);
  act(() => readings[1]?.done('second'));
  const preview = await screen.findByAltText('Preview');
  act(() => readings[0]?.done('first'));
  choose();
  await isRead(3);
  act(() => readings[2]?.fail());
  expect(await screen.findByText('The file could not be read')).toBeTruthy();
  expect(preview.getAttribute('src')).toBe('data:image/png;base64,second');
});
