import { createUuid } from '../../../shared/http/event-id.ts';
import { labelOf } from '../../../shared/images/image-item.ts';

/** How many images are created at the same time. */
const imagesAtOnce = 3;

/** Milliseconds between two checks of the queue. */
const lookEvery = 50;

type ImageState = 'ready' | 'waiting' | 'sending' | 'created' | 'failed';

/** A file that becomes an image item. */
export interface QueuedImage {
  /** Identifies its creation to the server, so that a retry creates no second item. */
  readonly key: string;
  readonly file: File;
  readonly label: string;
  readonly state: ImageState;
  /** Why it could not be created. */
  readonly reason?: string;
}

interface QueueState {
  readonly images: readonly QueuedImage[];
  /** How many images of the current run are done, with or without success; `null` if nothing is running. */
  readonly progress: { processed: number; total: number } | null;
}

/** The result of a run. */
export interface RunResult {
  created: number;
  failed: number;
  /** True if it was stopped before its last image. */
  isStopped: boolean;
}

/** How an attempt ended; `isOfAll` if every other image would fail for the same reason. */
export interface Failure {
  reason: string;
  isOfAll: boolean;
}

/** Creates one image; resolves to the failure if it was not created. */
type CreateImage = (image: QueuedImage) => Promise<Failure | undefined>;

/** How the images of a queue are read and changed. */
interface QueuedImages {
  images: () => readonly QueuedImage[];
  setImages: (images: readonly QueuedImage[]) => void;
  change: (key: string, changes: Partial<QueuedImage>) => void;
}

/** Sends the waiting images of a run, some at the same time, and counts them in its result. */
function createSender({ images, setImages, change }: QueuedImages, create: CreateImage, result: RunResult) {
  let sending = 0;
  const failWaiting = (reason: string) => {
    result.failed += images().filter((image) => image.state === 'waiting').length;
    setImages(images().map((image) => (image.state === 'waiting' ? { ...image, state: 'failed', reason } : image)));
  };
  const send = async (image: QueuedImage) => {
    sending += 1;
    change(image.key, { state: 'sending' });
    const failure = await create(image);
    sending -= 1;
    if (failure) {
      result.failed += 1;
      change(image.key, { state: 'failed', reason: failure.reason });
      if (failure.isOfAll) failWaiting(failure.reason);
    } else {
      result.created += 1;
      change(image.key, { state: 'created' });
    }
    sendNext();
  };
  const sendNext = () => {
    while (sending < imagesAtOnce && !result.isStopped) {
      const next = images().find((image) => image.state === 'waiting');
      if (!next) return;
      void send(next);
    }
  };
  return { sendNext, sending: () => sending };
}

/** The images of a bulk upload. A run creates all that are not created yet; failed ones can be part of another run. */
export function createImageQueue() {
  let state: QueueState = { images: [], progress: null };
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const publish = () => {
    for (const listener of listeners) listener();
  };
  const setImages = (images: readonly QueuedImage[]) => {
    state = { ...state, images };
  };
  const change = (key: string, changes: Partial<QueuedImage>) =>
    setImages(state.images.map((image) => (image.key === key ? { ...image, ...changes } : image)));

  const run = (create: CreateImage): Promise<RunResult> => {
    const result: RunResult = { created: 0, failed: 0, isStopped: false };
    setImages(state.images.map(({ reason: _, ...image }) => ({ ...image, state: 'waiting' })));

    const { sendNext, sending } = createSender({ images: () => state.images, setImages, change }, create, result);

    return new Promise((resolve) => {
      const end = () => {
        clearInterval(timer);
        stop = undefined;
        state = { images: state.images.filter((image) => image.state !== 'created'), progress: null };
        publish();
        resolve(result);
      };
      // Images added during the run are sent too, and the page renders once for everything since the last check.
      const look = () => {
        sendNext();
        const waiting = state.images.filter((image) => image.state === 'waiting').length;
        const processed = result.created + result.failed;
        state = { ...state, progress: { processed, total: processed + sending() + waiting } };
        if (sending() + waiting === 0) end();
        else publish();
      };
      const timer = setInterval(look, lookEvery);
      stop = () => {
        result.isStopped = true;
        end();
      };
      look();
    });
  };

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files: readonly File[]) => {
      const added = files.map(
        (file): QueuedImage => ({
          key: createUuid(),
          file,
          label: labelOf(file.name),
          state: state.progress ? 'waiting' : 'ready',
        }),
      );
      setImages([...state.images, ...added]);
      publish();
    },
    rename: (key: string, label: string) => {
      change(key, { label });
      publish();
    },
    remove: (key: string) => {
      setImages(state.images.filter((image) => image.key !== key));
      publish();
    },
    /** Creates the images that are not created yet; no other run may be active. */
    run,
    /** Ends the run without waiting for pending requests. */
    stop: () => stop?.(),
  };
}
