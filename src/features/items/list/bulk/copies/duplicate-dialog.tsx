import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { checkPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { NumberText } from '../../../../../shared/field-types/number/number-text.tsx';
import { count } from '../../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import classes from '../check/bulk.module.css';
import { EditRunForm } from '../check/edit-run-form.tsx';
import { type EditRunOptions, useEditRun } from '../check/use-edit-run.ts';
import { type EditableField, editableFields } from '../edit/editable-fields.ts';
import { FieldPicker } from '../edit/field-picker.tsx';
import { useFreeNumbers } from './use-free-numbers.ts';

interface DuplicateFormProps extends EditRunOptions {
  tree: readonly FieldNode[];
}

interface DuplicateDialogProps extends DuplicateFormProps {
  /** How many items are selected. */
  amount: number;
}

/** Creates copies of all selected items, named by a pattern, with a preview of their names. */
export function DuplicateDialog({ amount, ...form }: DuplicateDialogProps) {
  return (
    <FormDialog
      opened={form.isOpen}
      onClose={form.onClose}
      title={`Duplicate ${count(amount, 'item')}`}
      size="xl"
      isSticky
      isTall
    >
      <DuplicateForm {...form} />
    </FormDialog>
  );
}

/** The most copies of each item. */
const mostCopies = 1000;

interface FieldPattern {
  key: number;
  fieldId: string;
  /** Undefined as long as the offered one stays. */
  pattern: string | undefined;
}

/** A pattern for each key field, without which no copy could be saved. */
const keyPatterns = (fields: readonly EditableField[]): readonly FieldPattern[] =>
  fields.flatMap(({ id, settings }, key) => (isKeyField(settings) ? [{ key, fieldId: id, pattern: undefined }] : []));

/** The patterns of key fields: texts get a number, numbers those that are free. */
function useOfferedPatterns({ instanceId, target }: EditRunOptions, fields: readonly EditableField[]) {
  const keys = fields.filter(({ settings }) => isKeyField(settings));
  const numbers = keys.flatMap(({ id, settings }) => (settings.type === 'integer' ? [id] : []));
  const freeNumbers = useFreeNumbers({ instanceId, templateId: target.selection.template_id, fieldIds: numbers });
  return (fieldId: string): string => {
    const type = keys.find(({ id }) => id === fieldId)?.settings.type;
    return type === 'text' ? '{value}_{n}' : (type === 'integer' && freeNumbers(fieldId)) || '';
  };
}

/** The number of copies as typed, and what is wrong with it. */
function timesOf(typed: FieldValue): { times: number; wrong?: string } {
  const times = Number(typed);
  const isValid = typed !== null && Number.isInteger(times) && times >= 1 && times <= mostCopies;
  return isValid ? { times } : { times: 1, wrong: `should be between 1 and ${numberText(mostCopies)}` };
}

function DuplicateForm({ tree, ...options }: DuplicateFormProps) {
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const fields = useMemo(
    () => editableFields(tree, { mayEditReadOnly }).filter(({ id, isInRows }) => id !== labelField && !isInRows),
    [tree, mayEditReadOnly],
  );
  const [typedTimes, setTimes] = useState<FieldValue>(1);
  const { times, wrong: wrongTimes } = timesOf(typedTimes);
  const [typedLabel, setLabel] = useState<string>();
  const label = typedLabel ?? (times === 1 ? '{label} (copy)' : '{label} ({n})');
  const [typedPatterns, setPatterns] = useState(() => keyPatterns(fields));
  const offered = useOfferedPatterns(options, fields);
  const patterns = typedPatterns.map((one) => ({ ...one, pattern: one.pattern ?? offered(one.fieldId) }));
  const wrongLabel = label === '' ? 'required field' : checkPattern(label, { isLabel: true });
  const wrongOf = ({ fieldId, pattern }: (typeof patterns)[number]) => {
    if (pattern !== '') return checkPattern(pattern, { isLabel: false });
    const field = fields.find(({ id }) => id === fieldId);
    return field && isKeyField(field.settings)
      ? `${field.name} is unique and required: enter a pattern, for example {i+100}`
      : undefined;
  };

  const isValid =
    wrongTimes === undefined &&
    wrongLabel === undefined &&
    patterns.every((one) => one.fieldId !== '' && one.pattern !== '' && wrongOf(one) === undefined);
  const action: Action = {
    duplicate: {
      times,
      label,
      ...(patterns.length > 0 && {
        fields: patterns.map(({ fieldId, pattern }) => ({ field_id: fieldId, pattern })),
      }),
    },
  };
  const run = useEditRun(options, isValid ? action : undefined);
  const change = (key: number, changed: Partial<FieldPattern>) =>
    setPatterns(typedPatterns.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  return (
    <EditRunForm
      {...options}
      run={run}
      tree={tree}
      submit="Create"
      hint="Enter how many copies and their names, to see them here."
      verbs={['is created', 'are created']}
    >
      <div className={classes.copies}>
        <NumberText
          label="Copies of each"
          inputMode="numeric"
          value={typedTimes}
          onChange={setTimes}
          error={wrongTimes}
          data-autofocus
        />
        <TextInput
          label="Label"
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          error={wrongLabel}
          autoComplete="off"
        />
      </div>
      <p className={classes.help}>
        <code>{'{label}'}</code> is the label of the original, <code>{'{n}'}</code> the number of the copy,{' '}
        <code>{'{n:02}'}</code> the same with two digits, <code>{'{i+100}'}</code> its number among all copies plus 100
        {patterns.length > 0 && (
          <>
            , <code>{'{value}'}</code> the value of the original
          </>
        )}
        .
      </p>
      {patterns.map((one) => (
        <div key={one.key} className={classes.pattern}>
          <FieldPicker
            fields={fields}
            value={one.fieldId}
            onChange={(field) => change(one.key, { fieldId: field?.id ?? '' })}
            error={undefined}
            taken={patterns.filter(({ key }) => key !== one.key).map(({ fieldId }) => fieldId)}
          />
          <TextInput
            aria-label="Pattern"
            placeholder="Pattern, for example sword_{n:02}"
            value={one.pattern}
            onChange={({ currentTarget }) => change(one.key, { pattern: currentTarget.value })}
            error={wrongOf(one)}
            autoComplete="off"
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label="Remove this field"
            title="Remove this field"
            onClick={() => setPatterns(typedPatterns.filter(({ key }) => key !== one.key))}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      ))}
      {patterns.length < fields.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            setPatterns([...typedPatterns, { key: (patterns.at(-1)?.key ?? 0) + 1, fieldId: '', pattern: '' }])
          }
        >
          Give a field another value
        </Button>
      )}
    </EditRunForm>
  );
}
