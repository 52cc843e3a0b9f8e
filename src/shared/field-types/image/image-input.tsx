import { Button, Group, Input } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { imageTypes, readAsDataUrl, refusalOfFile, unreadable } from '../../images/image-file.ts';
import { ItemImage } from '../../images/item-image.tsx';
import { useImageLimit } from '../../images/use-image-limit.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useChosenFiles } from '../../ui/files/use-chosen-files.tsx';
import { IconPhotoUp } from '../../ui/icons/photo-up.ts';
import { IconTrash } from '../../ui/icons/trash.ts';
import type { FieldInput } from '../field-type-view.ts';
import classes from './image.module.css';

/** A PNG or JPEG, dropped, pasted or selected; it is uploaded with the save. */
export const ImageInput: FieldInput<'image'> = ({ settings, label, value, onChange, onBlur, error }) => {
  const megabytes = useImageLimit();
  const [refusal, setRefusal] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const labelId = useId();
  const hasImage = typeof value === 'string' && value !== '';
  // If another file is selected, or the image removed, while a file is being read, the result is ignored.
  const choices = useRef(0);

  const take = async (file: File | undefined) => {
    if (!file) return;
    choices.current += 1;
    const choice = choices.current;
    const isCurrent = () => choice === choices.current;
    const reason = await refusalOfFile(file, megabytes);
    if (!isCurrent()) return;
    setRefusal(reason);
    if (reason !== undefined) return;
    try {
      const image = await readAsDataUrl(file);
      if (isCurrent()) onChange(image);
    } catch {
      if (isCurrent()) setRefusal(unreadable);
    }
  };
  const { area, openChooser, input } = useChosenFiles({
    label: 'Image file',
    accept: imageTypes,
    take: ([file]) => void take(file),
  });

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      withAsterisk={settings.required}
      error={refusal ?? error}
    >
      <div className={classes.drop} {...area}>
        {hasImage && <ItemImage value={value} alt="Preview" className={classes.preview} size="full" />}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-describedby={labelId}
            leftSection={<IconPhotoUp size={16} aria-hidden />}
            onClick={openChooser}
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
          Or drop or paste a PNG or JPG here{megabytes !== undefined && `, smaller than ${megabytes} MB`}
        </span>
        {input}
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
