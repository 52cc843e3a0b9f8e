import { linkOrName } from '../../links/link-chip.tsx';
import { IconLink } from '../../ui/icons/link.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import { LinkFilterInput, LinkFilterText } from './link-filter.tsx';

/** The label of the linked item, as a link to it. */
export const itemLink: FieldTypeView<'item-link'> = {
  icon: IconLink,
  color: 'orange',
  width: 200,
  cell: (value, settings) => linkOrName(settings.templateId, value),
  FilterInput: LinkFilterInput,
  FilterText: LinkFilterText,
};
