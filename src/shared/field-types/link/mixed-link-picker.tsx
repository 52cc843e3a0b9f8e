import { Input, type InputWrapperProps, NativeSelect } from '@mantine/core';
import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { readReference, referenceText } from '@quartermaster/contract/field-types/mixed-item-link.ts';
import { useId, useState } from 'react';
import { ItemPicker } from '../../links/item-picker.tsx';
import { useTemplateOptions } from '../../links/template-labels.ts';
import type { UploadPicker } from '../../links/upload-picker.tsx';
import classes from './link.module.css';

interface MixedLinkPickerProps
  extends Pick<InputWrapperProps, 'label' | 'description' | 'inputWrapperOrder' | 'withAsterisk' | 'error'> {
  templateIds: readonly string[];
  /** The link as text; empty for none. */
  value: string;
  /** Called with the item, too, if one was selected. */
  onChange: (value: string | null, item?: LinkedItem) => void;
  onBlur?: () => void;
  /** The picker of items; one without uploads by default. */
  picker?: typeof ItemPicker | typeof UploadPicker;
  'aria-label'?: string;
}

/** Selects a template first, and then one of its items. Another template clears the link. */
export function MixedLinkPicker(props: MixedLinkPickerProps) {
  const { templateIds, value, onChange, onBlur, picker: Picker = ItemPicker, label, error, ...others } = props;
  const { 'aria-label': ariaLabel, ...wrapper } = others;
  const link = readReference(value);
  const [chosen, setChosen] = useState('');
  const id = useId();
  const labelId = `${id}-label`;
  const templateId = link?.templateId ?? (templateIds.includes(chosen) ? chosen : '');
  // The template of a stored link may have been removed from the setting.
  const known = templateId === '' || templateIds.includes(templateId) ? templateIds : [...templateIds, templateId];
  const options = useTemplateOptions(known);
  const described = [wrapper.description ? `${id}-description` : [], error ? `${id}-error` : []].flat().join(' ');
  const choose = (next: string) => {
    setChosen(next);
    if (link) onChange(null);
  };
  return (
    <Input.Wrapper {...wrapper} id={id} label={label} labelElement="div" labelProps={{ id: labelId }} error={error}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way */}
      <div
        role="group"
        className={classes.mixed}
        aria-describedby={described || undefined}
        {...(label ? { 'aria-labelledby': labelId } : { 'aria-label': ariaLabel })}
      >
        <NativeSelect
          aria-label="Template"
          value={templateId}
          onChange={(event) => choose(event.currentTarget.value)}
          onBlur={onBlur}
          error={Boolean(error)}
          data={[{ value: '', label: 'Template' }, ...options]}
        />
        {templateId !== '' && (
          <Picker
            key={templateId}
            templateId={templateId}
            value={link?.id ?? null}
            onPick={(item) => onChange(referenceText({ templateId, id: item.id }), item)}
            onClear={() => {
              setChosen(templateId);
              onChange(null);
            }}
            onBlur={onBlur}
            aria-label="Item"
            error={Boolean(error)}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
