import { Stack, TextInput } from '@mantine/core';
import { useEditor } from '../model/editor-context.ts';
import { nameTemplate } from '../model/edits/labels.ts';
import { useEdit } from '../model/use-edit.ts';
import classes from './details.module.css';
import { MarkedField } from './marked-field.tsx';
import { NewId } from './new-id.tsx';
import { SavedDetails } from './saved-details.tsx';
import { useDetails } from './use-details.ts';

/** The template's display name, its id for exports and URLs, and the fields that name and show its items. */
export function DetailsTab() {
  const editor = useEditor();
  const edit = useEdit();
  const { id, label, errors } = useDetails();
  const isNew = editor.mode === 'create';
  const isReadOnly = editor.mode === 'view';
  const leave = (path: string) => () => {
    editor.touch(path);
    editor.closeUndoStep();
  };
  return (
    <Stack gap="md" className={classes.details} data-read-only={isReadOnly || undefined}>
      <TextInput
        label="Name"
        description="What people see in this console"
        withAsterisk={!isReadOnly}
        autoComplete="off"
        value={label}
        onChange={(event) => {
          const next = event.currentTarget.value;
          edit('Change name', (draft) => nameTemplate(draft, next, isNew), { about: 'label' });
        }}
        onBlur={leave('label')}
        error={errors.label}
        readOnly={isReadOnly}
      />
      {isNew ? (
        <NewId
          id={id}
          onChange={(next) => edit('Change ID', (draft) => ({ ...draft, id: next }), { about: 'id' })}
          onBlur={leave('id')}
          error={errors.id}
        />
      ) : (
        <SavedDetails id={id} />
      )}
      <MarkedField mark="title" />
      <MarkedField mark="picture" />
    </Stack>
  );
}
