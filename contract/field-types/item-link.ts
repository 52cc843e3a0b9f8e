import { checkIntegerText } from '../filters.ts';
import { type CommonSettings, fieldType, requiredField } from './field-type.ts';

/** `templateId` is the template whose items may be linked. */
export interface LinkSettings extends CommonSettings {
  required: boolean;
  templateId: string;
}

/** True for what can be an item's id: a positive 32-bit integer. */
export const isItemId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647;

/** A link to one item of a template. */
export const itemLink = fieldType<LinkSettings>({
  label: 'Item link',
  holds: 'value',
  inPalette: true,
  defaultSettings: { required: false, templateId: '' },
  wrongKind: (value) => (isItemId(value) ? undefined : 'should be the id of an item'),
  missing: requiredField,
  conditions: ['equal'],
  checkFilter: checkIntegerText,
  indexed: 'link',
  index: (value) => ({ links: [Number(value)] }),
  filterValue: (value) => ({ link: Number(value) }),
  sortsBy: undefined,
});
