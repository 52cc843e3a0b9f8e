import { Stack, TextInput } from '@mantine/core';
import { reservedTemplateIdSentence } from '@quartermaster/contract/content/reserved-templates.ts';
import { templateIdTakenSentence } from '@quartermaster/contract/rules/template-settings.ts';
import classes from './details.module.css';
import { IdChecklist } from './id-checklist.tsx';
import { useIdState } from './use-id-state.ts';

interface NewIdProps {
  id: string;
  onChange: (id: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** The input for the id of a new template, with its rules. */
export function NewId({ id, onChange, onBlur, error }: NewIdProps) {
  const { state, retry } = useIdState(id);
  const isTaken = state === 'taken' || error === templateIdTakenSentence;
  const reason = isTaken ? templateIdTakenSentence : state === 'reserved' ? reservedTemplateIdSentence : error;
  return (
    <Stack gap="xs">
      <TextInput
        label="ID"
        description="The name of the exported file; it cannot be changed once the template is created"
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.id ?? '' }}
        value={id}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        error={reason}
        className={reason ? undefined : classes.calm}
      />
      <IdChecklist id={id} state={isTaken ? 'taken' : state} retry={retry} />
    </Stack>
  );
}
