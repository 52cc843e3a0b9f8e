import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { boolean } from './boolean/boolean.tsx';
import type { AnyFieldTypeView, FieldTypeView } from './field-type-view.ts';
import { dynamicGroup, dynamicGroupRow, group } from './group/group.tsx';
import { image } from './image/image.tsx';
import { itemLink } from './link/item-link.tsx';
import { itemLinkList } from './link/item-link-list.tsx';
import { float, integer } from './number/number.tsx';
import { text } from './text/text.tsx';

/** The view of each field type of the contract; omitting one is a compile error. */
export const fieldTypeViews: { [T in FieldType]: FieldTypeView<T> } = {
  text,
  integer,
  float,
  boolean,
  'item-link': itemLink,
  'item-link-list': itemLinkList,
  group,
  'dynamic-group': dynamicGroup,
  'dynamic-group-row': dynamicGroupRow,
  image,
};

/** The view of a type that is known only at runtime. */
export const fieldTypeViewOf = (type: FieldType): AnyFieldTypeView =>
  fieldTypeViews[type] as unknown as AnyFieldTypeView;
