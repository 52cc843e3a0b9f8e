import { IconSelector } from '../../ui/icons/selector.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import { ChoiceFilterInput, optionsText } from './choice-filter.tsx';
import { optionBadge } from './option-badge.tsx';

/** The label of the chosen option, with its colour. */
export const choice: FieldTypeView<'choice'> = {
  icon: IconSelector,
  color: 'indigo',
  width: 130,
  cell: (value, { options }) => optionBadge(options, String(value)),
  FilterInput: ChoiceFilterInput,
  filterText: optionsText,
};
