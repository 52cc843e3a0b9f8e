import type { LinkSettings } from '@quartermaster/contract/field-types/item-link.ts';
import { RequiredSetting } from './required-setting.tsx';
import type { SettingsFormProps } from './settings-form.ts';
import { TemplateSelect } from './template-select.tsx';

/** Settings of a link or a list of links: the template whose items are linked, and required. */
export const LinkSettingsForm = (props: SettingsFormProps<LinkSettings>) => {
  const { settings, errors, isReadOnly, onChange, onBlur } = props;
  return (
    <>
      <TemplateSelect
        label="Template"
        description="Items of this template can be linked"
        value={settings.templateId}
        onChange={(templateId) => onChange('templateId', templateId)}
        onBlur={() => onBlur('templateId')}
        error={errors.templateId}
        isReadOnly={isReadOnly}
      />
      <RequiredSetting {...props} />
    </>
  );
};
