import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createImageQueue, type Failure, type QueuedImage } from '../../src/features/items/upload/image-queue.ts';
import { labelOf } from '../../src/shared/images/image-item.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';

afterEach(() => void vi.useRealTimers());

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`));

/** A queue of files; the test completes the creation of each one by its label. */
function holdingQueue(count: number) {
  const queue = createImageQueue();
  queue.add(files(count));
  const sent: string[] = [];
  const ends = new Map<string, (failure?: Failure) => void>();
  const create = (image: QueuedImage) =>
    new Promise<Failure | undefined>((resolve) => {
      sent.push(image.label);
      ends.set(image.label, resolve);
    });
  onTestFinished(queue.stop);
  return {
    queue,
    sent,
    run: () => queue.run(create),
    end: (label: string, failure?: Failure) => ends.get(label)?.(failure),
    states: () => queue.get().images.map(({ label, state }) => `${label} ${state}`),
  };
}

test('three images are created at a time, and the next one starts as soon as one has finished', async () => {
  shows('2.4.bulk.concurrency', '2.9.bulk.concurrency');
  const { sent, run, end } = holdingQueue(5);
  void run();
  expect(sent).toEqual(['0', '1', '2']);
  end('1');
  await eventually(() => expect(sent).toEqual(['0', '1', '2', '3']));
  // A failed one also frees its slot.
  end('0', { reason: 'Too big', isOfAll: false });
  await eventually(() => expect(sent).toEqual(['0', '1', '2', '3', '4']));
});

test('the queue is checked every 50 ms: images added in the meantime are created too', async () => {
  shows('2.4.bulk.polling', '2.9.bulk.polling');
  vi.useFakeTimers();
  const { queue, sent, run, end } = holdingQueue(1);
  const ended = run();
  vi.advanceTimersByTime(60);
  queue.add([file('added.png')]);
  expect(sent).toEqual(['0']);
  vi.advanceTimersByTime(39);
  expect(sent).toEqual(['0']);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['0', 'added']);
  expect(queue.get().progress).toEqual({ processed: 0, total: 2 });
  end('0');
  end('added');
  await vi.advanceTimersByTimeAsync(50);
  expect(await ended).toEqual({ created: 2, failed: 0, isStopped: false });
});

test('the list is empty once all images are created', async () => {
  shows('2.4.bulk.success-clears');
  const queue = createImageQueue();
  queue.add(files(4));
  expect(await queue.run(async () => undefined)).toEqual({ created: 4, failed: 0, isStopped: false });
  expect(queue.get()).toEqual({ images: [], progress: null });
});

test('images that fail stay with their reason and are sent in the next run, with the same key', async () => {
  shows('2.4.bulk.failed-error', '2.4.bulk.failed-stay');
  const queue = createImageQueue();
  queue.add(files(3));
  const keys: string[] = [];
  const failing = async ({ label, key }: QueuedImage) => {
    if (label !== '1') return undefined;
    keys.push(key);
    return { reason: 'Too big', isOfAll: false };
  };
  expect(await queue.run(failing)).toEqual({ created: 2, failed: 1, isStopped: false });
  expect(queue.get().images).toEqual([expect.objectContaining({ label: '1', state: 'failed', reason: 'Too big' })]);
  queue.rename(keys[0] ?? '', 'Renamed');
  const again: QueuedImage[] = [];
  await queue.run(async (image) => void again.push(image));
  expect(again).toEqual([expect.objectContaining({ key: keys[0], label: 'Renamed' })]);
});

test('images that would fail for the same reason are not sent', async () => {
  shows('2.4.bulk.concurrency', '2.4.bulk.failed-stay');
  const { queue, sent, run, end, states } = holdingQueue(6);
  const ended = run();
  end('1', { reason: 'The plan has no room', isOfAll: true });
  await eventually(() => expect(states()).toContain('5 failed'));
  end('0');
  end('2');
  expect(await ended).toEqual({ created: 2, failed: 4, isStopped: false });
  expect(sent).toEqual(['0', '1', '2']);
  expect(queue.get().images.map(({ reason }) => reason)).toEqual(Array(4).fill('The plan has no room'));
});

test('a run that is stopped sends nothing more', async () => {
  const { queue, sent, run, end } = holdingQueue(5);
  const ended = run();
  queue.stop();
  expect(await ended).toMatchObject({ isStopped: true });
  end('0');
  await Promise.resolve();
  expect(sent).toEqual(['0', '1', '2']);
});

test('an image that is removed while it waits is not created', async () => {
  shows('2.4.bulk.success-clears');
  const { queue, sent, run, end } = holdingQueue(4);
  const ended = run();
  queue.remove(queue.get().images[3]?.key ?? '');
  for (const label of ['0', '1', '2']) end(label);
  expect(await ended).toEqual({ created: 3, failed: 0, isStopped: false });
  expect(sent).toEqual(['0', '1', '2']);
});

test.each([
  ['sword.png', 'sword'],
  ['sword.of.truth.JPG', 'sword.of.truth'],
  ['sword', 'sword'],
  ['.png', '.png'],
  [' .png', ' .png'],
  [`${'a'.repeat(254)}😀.png`, 'a'.repeat(254)],
])('the label of %s is the name without extension', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
