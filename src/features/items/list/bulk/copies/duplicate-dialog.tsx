import { TextInput } from '@mantine/core';
import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { checkPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../../../shared/access/use-refusal.ts';
import { ChangeSetForm } from '../../../../../shared/change-set/change-set-form.tsx';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { NumberText } from '../../../../../shared/field-types/number/number-text.tsx';
import { count } from '../../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import classes from '../bulk.module.css';
import { editableFields } from '../edit/editable-fields.ts';
import { type ItemsOptions, useItemsEdit } from '../use-items-edit.ts';
import { PatternFields } from './pattern-fields.tsx';
import { useFieldPatterns } from './use-field-patterns.ts';

interface DuplicateFormProps extends ItemsOptions {
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
  const fieldPatterns = useFieldPatterns(options, fields);
  const { patterns } = fieldPatterns;
  const wrongLabel = label === '' ? 'required field' : checkPattern(label, { isLabel: true });
  const isValid = wrongTimes === undefined && wrongLabel === undefined && fieldPatterns.areValid;
  const action: Action = {
    duplicate: {
      times,
      label,
      ...(patterns.length > 0 && {
        fields: patterns.map(({ fieldId, pattern }) => ({ field_id: fieldId, pattern })),
      }),
    },
  };
  const run = useItemsEdit(options, isValid ? action : undefined);
  return (
    <ChangeSetForm
      {...options}
      run={run}
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
          onFocus={({ currentTarget }) => currentTarget.select()}
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
      <PatternFields fields={fields} {...fieldPatterns} />
    </ChangeSetForm>
  );
}
