import { Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useEditor } from '../model/editor-context.ts';
import { FieldForm } from './field-form.tsx';

/** The settings of the selected field. */
export function SettingsPanel() {
  const { ids } = useAtomValue(useEditor().selection);
  const [id] = ids;
  if (id === undefined) return <Text c="dimmed">Click on any field on the right to check the settings</Text>;
  if (ids.size > 1) {
    return <Text c="dimmed">{ids.size} fields are selected. Select one of them to check its settings.</Text>;
  }
  return <FieldForm key={id} id={id} />;
}
