import { InputBase, NativeSelect } from '@mantine/core';
import { type FilterOp, filterOpLabels } from '@quartermaster/contract/field-types/filters.ts';
import { memo, useState } from 'react';
import { IconSelector } from '../../../../shared/ui/icons/selector.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import classes from '../items-list.module.css';
import { type FieldSelectProps, findField, selectText } from './field-select-props.ts';

type Early = Pick<FieldSelectProps, 'early'> & { onEarly: (text: string | undefined) => void };

const Loaded = lazyPart<FieldSelectProps & Early>(() => import('./field-select.tsx').then((m) => m.FieldSelect), {
  Fallback: ClosedFieldSelect,
});

/** Selects the field of a filter. Memoized because the value changes with every keystroke. */
export const FieldSelect = memo(function FieldSelect(props: Omit<FieldSelectProps, 'early'>) {
  const [early, setEarly] = useState<string>();
  return <Loaded {...props} early={early} onEarly={setEarly} />;
});

/** Its placeholder until its code is loaded, which keeps what is typed. */
export function ClosedFieldSelect({ fields, value, onChange, error, early, onEarly }: FieldSelectProps & Early) {
  const header = fields.find(({ id }) => id === value)?.header ?? '';
  return (
    <InputBase
      className={classes.filterField}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-busy
      aria-label="Filter field"
      placeholder="Field"
      value={early ?? header}
      error={error}
      rightSection={<IconSelector size={16} aria-hidden />}
      onFocus={() => onEarly(early ?? header)}
      onClick={selectText}
      onChange={(event) => onEarly(event.currentTarget.value)}
      onBlur={() => onEarly(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        const match = findField(fields, event.currentTarget.value);
        if (!match || match.id === value) return;
        onEarly(match.header);
        onChange(match.id);
      }}
    />
  );
}

interface ConditionSelectProps {
  conditions: readonly FilterOp[];
  value: FilterOp | '';
  onChange: (condition: FilterOp | '') => void;
  error: string | undefined;
}

/** Selects the condition of a filter. Memoized because the value changes with every keystroke. */
export const ConditionSelect = memo(function ConditionSelect({
  conditions,
  value,
  onChange,
  error,
}: ConditionSelectProps) {
  return (
    <NativeSelect
      className={classes.filterCondition}
      aria-label="Filter condition"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as FilterOp | '')}
      error={error}
      data={[
        ...(value === '' ? [{ value: '', label: 'Condition' }] : []),
        ...conditions.map((condition) => ({ value: condition, label: filterOpLabels[condition] })),
      ]}
    />
  );
});
