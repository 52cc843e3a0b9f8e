import { TextInput } from '@mantine/core';
import type { CommonSettings } from '@quartermaster/contract/field-types/field-type.ts';
import classes from '../settings.module.css';

interface CommonInputsProps {
  settings: CommonSettings;
  errors: Readonly<Record<string, string>>;
  /** True to warn that another field of the level has the same label. */
  isLabelShared: boolean;
  isReadOnly: boolean;
  onChange: (setting: keyof CommonSettings, value: string) => void;
  onBlur: (setting: keyof CommonSettings) => void;
}

/** The settings of every field: the label that the form shows, and the name in exports. */
export function CommonInputs({ settings, errors, isLabelShared, isReadOnly, onChange, onBlur }: CommonInputsProps) {
  return (
    <>
      <TextInput
        label="Label"
        description="What the item form shows"
        withAsterisk={!isReadOnly}
        autoComplete="off"
        value={settings.label}
        onChange={(event) => onChange('label', event.currentTarget.value)}
        onBlur={() => onBlur('label')}
        error={errors.label}
        readOnly={isReadOnly}
      />
      {/* Announced as it changes, so it is there before its text. */}
      <div role="status" className={classes.warning}>
        {isLabelShared && 'Another field at this level has the same label.'}
      </div>
      <TextInput
        label="Name"
        description="The key in the exported JSON"
        withAsterisk={!isReadOnly}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.key ?? '' }}
        value={settings.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
        onBlur={() => onBlur('name')}
        error={errors.name}
        readOnly={isReadOnly}
      />
    </>
  );
}
