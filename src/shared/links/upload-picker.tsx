import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { useInstanceId } from '../access/active-instance.ts';
import { ItemPicker, type ItemPickerProps } from './item-picker.tsx';
import { useRememberLabel } from './link-labels.tsx';
import { usePickerUpload } from './use-picker-upload.tsx';

type UploadPickerProps = Omit<ItemPickerProps, 'upload'>;

/** An item picker from whose list images can be uploaded, by users who can create items. */
export const UploadPicker = (picker: UploadPickerProps) =>
  picker.templateId === imageTemplate.id ? <ImagePicker {...picker} /> : <ItemPicker {...picker} />;

function ImagePicker(picker: UploadPickerProps) {
  const { templateId, onPick } = picker;
  const remember = useRememberLabel();
  const upload = usePickerUpload(useInstanceId(), (image) => {
    remember(templateId, image);
    onPick(image);
  });
  return <ItemPicker {...picker} upload={upload} />;
}
