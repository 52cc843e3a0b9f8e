import type { SettingInput } from './setting-input.ts';
import { TemplateSelect } from './template-select.tsx';

/** Selects one of the instance's templates. */
export const TemplateInput: SettingInput = ({ setting, value, ...input }) => (
  <TemplateSelect label={setting.label} description={setting.description} value={String(value)} {...input} />
);
