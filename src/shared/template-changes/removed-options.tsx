import { NativeSelect } from '@mantine/core';
import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { optionsOf } from '@quartermaster/contract/rules/replaced-options.ts';
import { count } from '../ui/count.ts';
import classes from './change-list.module.css';

interface RemovedOptionsProps {
  /** The settings of the field after the save. */
  settings: FieldSettings;
  removed: NonNullable<FieldEffect['removed_options']>;
  replaced: ReplacedOptions;
  onReplace: (optionId: string, by: string | null | undefined) => void;
}

/** No option has this id. */
const noValue = ':none';

/** Asks what the items get that have a removed option: another option, or no value. */
export function RemovedOptions({ settings, removed, replaced, onReplace }: RemovedOptionsProps) {
  const isRequired = fieldTypeOf(settings.type).missing(settings) !== undefined;
  const offered = [
    { value: '', label: 'Choose' },
    ...(optionsOf(settings) ?? []).map(({ id, label }) => ({ value: id, label })),
    ...(isRequired ? [] : [{ value: noValue, label: 'No value' }]),
  ];
  return (
    <ul className={classes.removedOptions}>
      {removed.map(({ id, label, items }) => {
        const by = Object.hasOwn(replaced, id) ? (replaced[id] ?? noValue) : '';
        return (
          <li key={id}>
            <NativeSelect
              label={`${count(items, 'item has', 'items have')} “${label}” and ${items === 1 ? 'gets' : 'get'}`}
              data={offered}
              value={by}
              onChange={({ currentTarget: { value } }) =>
                onReplace(id, value === '' ? undefined : value === noValue ? null : value)
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
