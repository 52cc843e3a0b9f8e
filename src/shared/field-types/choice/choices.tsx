import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { Fragment } from 'react';
import { IconTags } from '../../ui/icons/tags.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './choice.module.css';
import { ChoiceFilterInput, optionsText } from './choice-filter.tsx';
import { optionBadge } from './option-badge.tsx';

/** How many options a cell shows; the rest is only counted. */
const shownOptions = 5;

function optionList(value: unknown, { options }: SettingsOf<'choices'>) {
  const ids = [value].flat().map(String);
  const more = ids.length - shownOptions;
  return (
    <span className={classes.options}>
      {ids.slice(0, shownOptions).map((id) => (
        <Fragment key={id}>{optionBadge(options, id)}</Fragment>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}

/** The labels of the chosen options, each with its colour. */
export const choices: FieldTypeView<'choices'> = {
  icon: IconTags,
  color: 'grape',
  width: 240,
  isWide: true,
  cell: optionList,
  FilterInput: ChoiceFilterInput,
  filterText: optionsText,
};
