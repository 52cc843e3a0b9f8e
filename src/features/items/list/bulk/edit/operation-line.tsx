import { ActionIcon, NativeSelect } from '@mantine/core';
import type { OperationName } from '@quartermaster/contract/field-types/field-type.ts';
import { operationsOf } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { IconX } from '../../../../../shared/ui/icons/x.ts';
import classes from '../bulk.module.css';
import { type EditableField, operationNamesOf } from './editable-fields.ts';
import { FieldPicker } from './field-picker.tsx';
import { isBlank, type OperationDraft, type OperationErrors, withField } from './operation-draft.ts';
import { OperationValue } from './operation-value.tsx';
import { RowCondition } from './row-condition.tsx';

interface OperationLineProps {
  fields: readonly EditableField[];
  draft: OperationDraft;
  onChange: (draft: OperationDraft) => void;
  /** Undefined for the only line. */
  onRemove: (() => void) | undefined;
  errors: OperationErrors;
  isFirst: boolean;
}

/** One operation: its field, what is done to it, and with which value. */
export function OperationLine({ fields, draft, onChange, onRemove, errors, isFirst }: OperationLineProps) {
  const select = useRef<HTMLSelectElement>(null);
  const field = fields.find(({ id }) => id === draft.fieldId);
  const operations = field ? operationsOf(field.settings) : {};
  const takes = operations[draft.op]?.takes ?? 'nothing';
  return (
    <li className={classes.operation} aria-label={field ? `Change of ${field.name}` : 'Change'}>
      <FieldPicker
        fields={fields}
        value={draft.fieldId}
        onChange={(chosen) => {
          flushSync(() => onChange(withField(draft, chosen)));
          select.current?.focus();
        }}
        error={errors.field}
        takesFocus={isFirst ? 'with-dialog' : isBlank(draft) ? 'at-once' : undefined}
      />
      <NativeSelect
        ref={select}
        aria-label="Operation"
        value={draft.op}
        disabled={!field}
        error={errors.op}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, op: currentTarget.value as OperationName, value: null, find: '' })
        }
        data={
          field
            ? operationNamesOf(field.settings).map((name) => ({ value: name, label: operations[name]?.label ?? name }))
            : [{ value: draft.op, label: 'Set to' }]
        }
      />
      <div className={classes.value}>
        {field && (
          <OperationValue
            // Each kind of input starts with its own text.
            key={`${field.id} ${takes}`}
            field={field}
            takes={takes}
            draft={draft}
            onChange={(changed) => onChange({ ...draft, ...changed })}
            errors={errors}
          />
        )}
      </div>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          className={classes.remove ?? ''}
          aria-label="Remove this change"
          title="Remove this change"
          onClick={onRemove}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
      {field && (
        <RowCondition
          field={field}
          where={draft.where}
          onChange={(where) => onChange({ ...draft, where })}
          error={errors.where}
        />
      )}
    </li>
  );
}
