import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { boolean } from './boolean/boolean.tsx';
import { choice } from './choice/choice.tsx';
import { choices } from './choice/choices.tsx';
import { rowType } from './choice/row-type.tsx';
import { computedBoolean, computedNumber, computedText } from './computed/computed.tsx';
import { dateTime } from './date-time/date-time.tsx';
import type { AnyFieldTypeView, FieldTypeView } from './field-type-view.ts';
import { dynamicGroup, dynamicGroupRow, group, shape } from './group/group.tsx';
import { image } from './image/image.tsx';
import { itemLink } from './link/item-link.tsx';
import { itemLinkList } from './link/item-link-list.tsx';
import { mixedItemLink } from './link/mixed-link.tsx';
import { numberList, textList } from './list/list.tsx';
import { localisedText } from './localised/localised.tsx';
import { float, integer, weight } from './number/number.tsx';
import { longText } from './text/long-text.tsx';
import { text } from './text/text.tsx';

/** The view of each field type of the contract; omitting one is a compile error. */
export const fieldTypeViews: { [T in FieldType]: FieldTypeView<T> } = {
  text,
  'long-text': longText,
  'localised-text': localisedText,
  integer,
  float,
  weight,
  boolean,
  choice,
  choices,
  'date-time': dateTime,
  'text-list': textList,
  'number-list': numberList,
  'computed-number': computedNumber,
  'computed-text': computedText,
  'computed-boolean': computedBoolean,
  'item-link': itemLink,
  'item-link-list': itemLinkList,
  'mixed-item-link': mixedItemLink,
  group,
  'dynamic-group': dynamicGroup,
  'dynamic-group-row': dynamicGroupRow,
  shape,
  'row-type': rowType,
  image,
};

/** The view of a type that is known only at runtime. */
export const fieldTypeViewOf = (type: FieldType): AnyFieldTypeView =>
  fieldTypeViews[type] as unknown as AnyFieldTypeView;
