import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemPicker } from '../../links/item-picker.tsx';
import type { FieldInput } from '../field-type-view.ts';

/** Selects one item of a template; the list closes after a selection. */
export const ItemLinkInput: FieldInput<'item-link'> = ({ settings, label, help, value, onChange, onBlur, error }) => (
  <ItemPicker
    templateId={settings.templateId}
    value={isItemId(value) ? value : null}
    onPick={({ id }) => onChange(id)}
    onClear={() => onChange(null)}
    onBlur={onBlur}
    label={label}
    {...help}
    withAsterisk={settings.required}
    error={error}
    canUpload
  />
);
