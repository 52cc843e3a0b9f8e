import { Button } from '@mantine/core';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { useMemo } from 'react';
import { useRefusal } from '../../../../../shared/access/use-refusal.ts';
import { ChangeSetForm } from '../../../../../shared/change-set/change-set-form.tsx';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { LinkLabels } from '../../../../../shared/links/link-labels.tsx';
import { LinkedIds } from '../../../../../shared/links/linked-ids.ts';
import { count } from '../../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { IconPlus } from '../../../../../shared/ui/icons/plus.ts';
import classes from '../bulk.module.css';
import { type ItemsOptions, useItemsEdit } from '../use-items-edit.ts';
import { editableFields } from './editable-fields.ts';
import { blankOperation, isBlank, type OperationDraft, readDrafts, shownErrors } from './operation-draft.ts';
import { OperationLine } from './operation-line.tsx';

interface EditFormProps extends ItemsOptions {
  tree: readonly FieldNode[];
  /** What was entered; it survives closing the dialog. */
  drafts: readonly OperationDraft[];
  onChange: (drafts: readonly OperationDraft[]) => void;
}

interface EditDialogProps extends EditFormProps {
  /** How many items are selected. */
  amount: number;
}

/** Edits fields of all selected items, with a preview of each item before and after. */
export function EditDialog({ amount, ...form }: EditDialogProps) {
  const { isOpen, drafts, onClose } = form;
  return (
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      title={`Edit ${count(amount, 'item')}`}
      size="xl"
      isSticky={!drafts.every(isBlank)}
      isTall
    >
      <EditForm {...form} />
    </FormDialog>
  );
}

function EditForm({ tree, drafts, onChange, ...options }: EditFormProps) {
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const fields = useMemo(() => editableFields(tree, { mayEditReadOnly }), [tree, mayEditReadOnly]);
  const { errors, operations } = useMemo(() => readDrafts(tree, fields, drafts), [tree, fields, drafts]);
  const run = useItemsEdit(options, operations && { operations });
  const links = useMemo(() => {
    const found = new LinkedIds();
    for (const { fieldId, value } of drafts) found.add(fields.find(({ id }) => id === fieldId)?.settings, value);
    return found.lists();
  }, [drafts, fields]);

  const replace = (changed: OperationDraft) =>
    onChange(drafts.map((draft) => (draft.key === changed.key ? changed : draft)));
  const add = () => onChange([...drafts, blankOperation(Math.max(...drafts.map(({ key }) => key)) + 1)]);
  return (
    <ChangeSetForm
      {...options}
      run={run}
      submit="Apply"
      submitTo="Apply to"
      hint={
        drafts.every(isBlank)
          ? 'Choose a field to change.'
          : 'Enter what to change it to, to see each item before and after.'
      }
    >
      <LinkLabels ids={links}>
        <ul className={classes.operations}>
          {drafts.map((draft, index) => (
            <OperationLine
              key={draft.key}
              fields={fields}
              draft={draft}
              onChange={replace}
              onRemove={drafts.length > 1 ? () => onChange(drafts.filter(({ key }) => key !== draft.key)) : undefined}
              errors={shownErrors(draft, errors[index] ?? {})}
              isFirst={index === 0}
            />
          ))}
        </ul>
      </LinkLabels>
      {!drafts.some(isBlank) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Change another field
        </Button>
      )}
    </ChangeSetForm>
  );
}
