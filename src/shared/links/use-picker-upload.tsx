import { Button } from '@mantine/core';
import { type LinkedItem, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useRefusal } from '../access/use-refusal.ts';
import { useSaveItem } from '../data/save-item.ts';
import { errorText } from '../http/error-text.ts';
import { createUuid } from '../http/event-id.ts';
import { imageTypes, readAsDataUrl, refusalOfFile, unreadable } from '../images/image-file.ts';
import { labelOf, newImageItem } from '../images/image-item.ts';
import { useImageLimit } from '../images/use-image-limit.ts';
import { IconPhotoUp } from '../ui/icons/photo-up.ts';

/** The parts of an upload that an image picker renders. */
export interface PickerUpload {
  /** For the picker's list, which closes on click. */
  button: (close: () => void) => ReactNode;
  /** Rendered next to the list, which is closed while a file is chosen. */
  input: ReactNode;
  isPending: boolean;
  /** Why the last file was not uploaded. */
  refusal: string | undefined;
}

/** Uploads an image from within an image picker, as an item that is then selected; `null` for users who cannot create items. */
export function usePickerUpload(instanceId: number, onUploaded: (image: LinkedItem) => void): PickerUpload | null {
  const isRefused = useRefusal(newItem) !== null;
  const megabytes = useImageLimit();
  const save = useSaveItem(instanceId);
  const chooser = useRef<HTMLInputElement>(null);
  const last = useRef<{ file: File; key: string }>(null);
  const [refusal, setRefusal] = useState<string>();
  if (isRefused) return null;

  const upload = async (file: File) => {
    const reason = await refusalOfFile(file, megabytes);
    setRefusal(reason);
    if (reason !== undefined) return;
    const dataUrl = await readAsDataUrl(file).catch(() => undefined);
    if (dataUrl === undefined) return setRefusal(unreadable);
    const label = labelOf(file.name);
    // If the answer was lost, choosing the same file again retries the same creation.
    if (!last.current || !isSameFile(last.current.file, file)) last.current = { file, key: createUuid() };
    try {
      const { id } = await save.mutateAsync({ body: newImageItem({ label, dataUrl, key: last.current.key }) });
      last.current = null;
      onUploaded({ id, internal_label: label, image: dataUrl });
    } catch (error) {
      setRefusal(errorText(error));
    }
  };
  return {
    isPending: save.isPending,
    refusal,
    button: (close) => (
      <Button
        variant="subtle"
        size="compact-sm"
        fullWidth
        justify="flex-start"
        leftSection={<IconPhotoUp size={16} aria-hidden />}
        // The picker keeps the focus; otherwise its list would close before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          chooser.current?.click();
          close();
        }}
      >
        Upload an image
      </Button>
    ),
    input: (
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Image to upload"
        accept={imageTypes.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
    ),
  };
}

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
