import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createdEarlier } from '../../../shared/data/items.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { errorText } from '../../../shared/http/error-text.ts';
import { HttpError, isRefusal } from '../../../shared/http/http-error.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { checkImageFile, readAsDataUrl, unreadable } from '../../../shared/images/image-file.ts';
import { newImageItem } from '../../../shared/images/image-item.ts';
import type { Request } from '../../../shared/services/request.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { createImageQueue, type Failure, type QueuedImage, type RunResult } from './image-queue.ts';

/** The queue of a bulk upload and its run, which ends when the page is left. */
export function useImageUpload(instanceId: number, megabytes: number | undefined) {
  const request = useRequest();
  const [queue] = useState(createImageQueue);
  const state = useSyncExternalStore(queue.subscribe, queue.get);
  useEffect(() => queue.stop, [queue]);

  const { mutateAsync } = useMutation({
    mutationFn: async () => {
      const errors: unknown[] = [];
      const result = await queue.run(async (image) => {
        const wrong = checkImageFile(image.file, megabytes);
        if (wrong !== undefined) return { reason: wrong, isOfAll: false };
        try {
          await createImage(request, instanceId, image);
          return undefined;
        } catch (error) {
          errors.push(error);
          return toFailure(error);
        }
      });
      // Failed images are listed with their reasons; a thrown error is reported, or means that access has changed.
      const thrown = errors.find((error) => isOfAll(error)) ?? errors.find((error) => !isExpected(error));
      if (thrown) throw thrown;
      return result;
    },
    meta: {
      of: 'createImages',
      invalidates: [queryKeys.instance.items(instanceId), templateQueries.list(request, instanceId).queryKey],
      changesDespiteFailure: true,
      done: (result) => {
        const { created } = result as RunResult;
        if (created === 0) return undefined;
        return { type: 'saved', what: 'images', instanceId, templateId: imageTemplate.id, isNew: true, count: created };
      },
      name: (result) => count((result as RunResult).created, 'image'),
      success: (result) => (isComplete(result) ? 'Images were successfully created' : undefined),
    },
  });

  return {
    queue,
    ...state,
    /** Resolves to true if all images are created. */
    run: async (): Promise<boolean> => isComplete(await mutateAsync().catch(() => undefined)),
  };
}

const isComplete = (result: unknown): boolean => {
  const { failed = 1, isStopped = true } = (result ?? {}) as { failed?: number; isStopped?: boolean };
  return failed === 0 && !isStopped;
};

/** A file that could not be read, or an error about the image itself. */
const isExpected = (error: unknown): boolean => error instanceof UnreadableFileError || isRefusal(error);

class UnreadableFileError extends Error {}

/** The user can create no images at all, or no more of them. */
const isOfAll = (error: unknown): boolean => error instanceof HttpError && [401, 402, 403].includes(error.status);

const toFailure = (error: unknown): Failure => {
  const fields = error instanceof HttpError ? Object.values(error.body.fields ?? {}) : [];
  return { reason: fields.length > 0 ? fields.join('; ') : errorText(error), isOfAll: isOfAll(error) };
};

async function createImage(request: Request, instanceId: number, image: QueuedImage): Promise<void> {
  const params = { instanceId };
  const dataUrl = await read(image.file);
  const body = newImageItem({ label: image.label, dataUrl, key: image.key });
  try {
    await request(items.save, { params, body });
  } catch (error) {
    // An earlier attempt may have created it with its label at that time.
    const created = createdEarlier(error);
    if (!created) throw error;
    const { template_id, internal_label } = body;
    await request(items.save, { params, body: { ...created, template_id, internal_label, fields: [] } });
  }
}

async function read(file: File): Promise<string> {
  try {
    return await readAsDataUrl(file);
  } catch (cause) {
    throw new UnreadableFileError(unreadable, { cause });
  }
}
