import { TemplateSelect } from '../../../../shared/links/template-select.tsx';
import type { SettingInput } from './setting-input.ts';

/** Selects one of the instance's templates. */
export const TemplateInput: SettingInput = ({ setting, settings: _, fieldId: __, value, ...input }) => (
  <TemplateSelect label={setting.label} description={setting.description} value={String(value)} {...input} />
);
