import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { NumberText } from '../../../../shared/field-types/number/number-text.tsx';
import type { SettingInput } from './setting-input.ts';

/** An optional number; text that is not a number yet stays as typed, so that no keystroke is lost. */
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
