import { UploadPicker } from '../../links/upload-picker.tsx';
import type { FieldInput } from '../field-type-view.ts';
import { MixedLinkPicker } from './mixed-link-picker.tsx';

/** Selects an item of one of several templates. */
export const MixedLinkInput: FieldInput<'mixed-item-link'> = ({ settings, help, value, ...input }) => (
  <MixedLinkPicker
    {...input}
    {...help}
    templateIds={settings.templateIds}
    value={typeof value === 'string' ? value : ''}
    withAsterisk={settings.required}
    picker={UploadPicker}
  />
);
