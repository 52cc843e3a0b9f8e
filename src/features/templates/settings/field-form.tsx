import { Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import { ConvertField } from '../convert/convert-field.tsx';
import { useEditor } from '../model/editor-context.ts';
import { changeSetting } from '../model/edits/change-setting.ts';
import { changeType } from '../model/edits/change-type.ts';
import { pathOf } from '../model/problems.ts';
import { useEdit } from '../model/use-edit.ts';
import { CommonInputs } from './inputs/common-inputs.tsx';
import { GroupInputs, settingsIn } from './inputs/group-inputs.tsx';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { TypeSelect } from './type-select.tsx';
import { useField } from './use-field.ts';

const otherGroups = ['rules', 'help'] as const;

/** The settings of one field, in groups; each keystroke updates the draft immediately. */
export function FieldForm({ id }: { id: string }) {
  const editor = useEditor();
  const edit = useEdit();
  const { settings, errors, isNew, isLabelShared } = useField(id);
  if (!settings) return null;
  const isReadOnly = editor.mode === 'view';
  const common = {
    settings,
    errors,
    isReadOnly,
    onChange: (setting: string, value: unknown) => {
      const about = pathOf(id, setting);
      if (edit('Change field', (draft) => changeSetting(draft, id, setting, value, isNew), { about }))
        editor.touch(about);
    },
    onBlur: (setting: string) => {
      editor.touch(pathOf(id, setting));
      editor.closeUndoStep();
    },
  };
  return (
    <Stack gap="sm" className={classes.form} data-read-only={isReadOnly || undefined}>
      <SettingsSection group="basics" settings={settings} errors={errors} others={['label', 'name', 'type']}>
        <CommonInputs {...common} isLabelShared={isLabelShared && !isReadOnly} />
        <TypeSelect
          type={settings.type}
          onChange={(type) => edit('Change type', (draft) => changeType(draft, id, type))}
          isReadOnly={isReadOnly}
          error={errors.type}
        />
        <ConvertField id={id} />
        <GroupInputs fieldId={id} group="basics" {...common} />
      </SettingsSection>
      {otherGroups.map(
        (group) =>
          settingsIn(settings, group).length > 0 && (
            <SettingsSection key={group} group={group} settings={settings} errors={errors}>
              <GroupInputs fieldId={id} group={group} {...common} />
            </SettingsSection>
          ),
      )}
      {errors.parentId && (
        <Text size="xs" c="var(--mantine-color-error)">
          {errors.parentId}
        </Text>
      )}
      <Group gap={4} wrap="nowrap" className={classes.id}>
        Field id <code>{id}</code>
        <CopyButton value={id} label="field id" />
      </Group>
    </Stack>
  );
}
