import { IconList } from '../../ui/icons/list.ts';
import { IconListNumbers } from '../../ui/icons/list-numbers.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './list.module.css';

/** How many entries a cell shows; the rest is only counted. */
const shownEntries = 10;

function entryList(value: unknown) {
  const entries = Array.isArray(value) ? value : [];
  const more = entries.length - shownEntries;
  return (
    <>
      {entries.slice(0, shownEntries).join(', ')}
      {more > 0 && <span className={classes.more}> +{more}</span>}
    </>
  );
}

/** The texts, in order. */
export const textList: FieldTypeView<'text-list'> = {
  icon: IconList,
  color: 'blue',
  width: 240,
  isWide: true,
  cell: entryList,
};

/** The numbers, in order. */
export const numberList: FieldTypeView<'number-list'> = {
  icon: IconListNumbers,
  color: 'teal',
  width: 200,
  isWide: true,
  cell: entryList,
};
