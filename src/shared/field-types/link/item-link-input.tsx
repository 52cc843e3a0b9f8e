import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { UploadPicker } from '../../links/upload-picker.tsx';
import type { FieldInput } from '../field-type-view.ts';

/** Selects one item of a template; the list closes after a selection. */
export const ItemLinkInput: FieldInput<'item-link'> = ({ settings, label, help, value, onChange, onBlur, error }) => (
  <UploadPicker
    templateId={settings.templateId}
    value={isItemId(value) ? value : null}
    onPick={({ id }) => onChange(id)}
    onClear={() => onChange(null)}
    onBlur={onBlur}
    label={label}
    {...help}
    withAsterisk={settings.required}
    error={error}
  />
);
