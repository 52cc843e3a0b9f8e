import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { NumberText } from '../../../../shared/field-types/number/number-text.tsx';
import type { SettingInput } from './setting-input.ts';

/** A number, or none; what is no number yet stays as text, so that no keystroke is lost. */
export const LimitInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => (
  <NumberText
    label={setting.label}
    inputMode={setting.isWhole ? 'numeric' : 'decimal'}
    placeholder="No limit"
    value={value as FieldValue}
    onChange={onChange}
    onBlur={onBlur}
    error={error}
    readOnly={isReadOnly}
  />
);
