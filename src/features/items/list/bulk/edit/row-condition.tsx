import { Button, CloseButton } from '@mantine/core';
import { IconFilter } from '../../../../../shared/ui/icons/filter.ts';
import { blankFilter, type TypedFilter, withCondition } from '../../filters/filter-draft.ts';
import { ConditionSelect, FieldSelect } from '../../filters/filter-selects.tsx';
import { FilterValue } from '../../filters/filter-value.tsx';
import classes from '../bulk.module.css';
import type { EditableField } from './editable-fields.ts';
import { blankCondition } from './operation-draft.ts';

interface RowConditionProps {
  field: EditableField;
  where: TypedFilter | null;
  onChange: (where: TypedFilter | null) => void;
  error: string | undefined;
}

/** Which rows an operation changes: all of them, or those that meet a condition. */
export function RowCondition({ field, where, onChange, error }: RowConditionProps) {
  const { conditions } = field;
  if (conditions.length === 0) return null;
  if (where === null) {
    return (
      <div className={classes.where}>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => onChange(blankCondition(field))}
        >
          Only in some rows
        </Button>
      </div>
    );
  }
  const subject = conditions.find(({ id }) => id === where.fieldId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in all browsers
    <div className={classes.where} role="group" aria-label="Condition on rows">
      <span>Only in rows where</span>
      <FieldSelect
        fields={conditions}
        value={where.fieldId}
        onChange={(id) => {
          const chosen = conditions.find((one) => one.id === id);
          onChange({ ...blankFilter, fieldId: id ?? '', condition: chosen?.conditions[0] ?? '' });
        }}
        error={undefined}
      />
      <ConditionSelect
        conditions={subject?.conditions ?? []}
        value={where.condition}
        onChange={(condition) => onChange(withCondition(where, condition))}
        error={undefined}
      />
      <FilterValue
        field={subject}
        draft={where}
        onChange={(changed) => onChange({ ...where, ...changed })}
        error={error}
        boxRef={null}
      />
      <CloseButton aria-label="Change all rows" title="Change all rows" onClick={() => onChange(null)} />
    </div>
  );
}
