import { Button, Group, Input } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { usePlan } from '../../access/instance-context.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { FieldInput } from '../field-type-view.ts';
import classes from './image.module.css';
import { checkImageFile, imageTypes, readAsDataUrl } from './image-file.ts';
import { ItemImage } from './item-image.tsx';

/** A PNG or JPEG, dropped or selected; it is uploaded with the save. */
export const ImageInput: FieldInput<'image'> = ({ settings, label, value, onChange, onBlur, error, inputRef }) => {
  const plan = usePlan();
  // Until the plan is known no file is refused because of its size; the server checks it anyway.
  const megabytes = plan === null ? undefined : plans[plan].imageMegabytes;
  const chooser = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const labelId = useId();
  const hasImage = typeof value === 'string' && value !== '';
  // If another file is selected, or the image removed, while a file is being read, the result is ignored.
  const choices = useRef(0);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const reason = checkImageFile(file, megabytes);
    setRefusal(reason);
    if (reason !== undefined) return;
    choices.current += 1;
    const choice = choices.current;
    try {
      const image = await readAsDataUrl(file);
      if (choice === choices.current) onChange(image);
    } catch {
      if (choice === choices.current) setRefusal('The file could not be read');
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      withAsterisk={settings.required}
      error={refusal ?? error}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the accessible alternative to dropping */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {hasImage && <ItemImage value={value} alt="Preview" className={classes.preview} />}
        <Group gap="xs">
          <Button
            ref={inputRef}
            variant="default"
            size="xs"
            aria-describedby={labelId}
            leftSection={<IconPhotoUp size={16} aria-hidden />}
            onClick={() => chooser.current?.click()}
            onBlur={onBlur}
          >
            {hasImage ? 'Replace image' : 'Choose image'}
          </Button>
          {hasImage && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setRemoving(true)}
            >
              Delete image
            </Button>
          )}
        </Group>
        <span className={classes.hint}>
          Or drop a PNG or JPG here{megabytes !== undefined && `, smaller than ${megabytes} MB`}
        </span>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Image file"
          accept={imageTypes.join(',')}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <ConfirmDialog
        opened={isRemoving}
        title="Remove image"
        message="Are you sure you want to remove image?"
        confirmLabel="Yes, remove image"
        cancelLabel="No, keep image"
        danger
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          setRefusal(undefined);
          choices.current += 1;
          onChange(null);
        }}
      />
    </Input.Wrapper>
  );
};
