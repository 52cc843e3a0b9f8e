import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { boolean } from './boolean/boolean.tsx';
import type { AnyFieldTypeView, FieldTypeView } from './field-type-view.ts';
import { dynamicGroup, dynamicGroupRow, group } from './group/group.tsx';
import { image } from './image/image.tsx';
import { itemLink } from './link/item-link.tsx';
import { itemLinkList } from './link/item-link-list.tsx';
import { float, integer } from './number/number.tsx';
import { text } from './text/text.tsx';

/** How each field type of the contract looks; leaving one out does not compile. */
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

/** The view of a type, for callers that hold the type only as data. */
export const fieldTypeViewOf = (type: FieldType): AnyFieldTypeView =>
  fieldTypeViews[type] as unknown as AnyFieldTypeView;
