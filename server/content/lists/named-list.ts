import { findField, notField } from '@quartermaster/contract/content/field-names.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { AppError } from '../../core/base/errors.ts';
import type { StoredSheetList } from '../../core/tables/sheet-addresses.ts';
import type { TemplateModel } from '../model/template-model.ts';

type StoredFilter = NonNullable<StoredSheetList['filters']>[number];
type StoredSort = NonNullable<StoredSheetList['sort']>;

/** A condition, or an order, by the id of a field or by its name. */
interface Named {
  name?: string;
}

/** Filters and an order in which fields can be named. */
export interface NamedList {
  filters?: (Omit<StoredFilter, 'template_field_id'> & Partial<Pick<StoredFilter, 'template_field_id'>> & Named)[];
  sort?: Omit<StoredSort, 'field'> & Partial<Pick<StoredSort, 'field'>> & Named;
}

/** What a list can be filtered and sorted by besides fields. */
const ofEveryItem: Readonly<Record<string, string>> = { [systemColumns.id]: 'id', [systemColumns.label]: 'label' };

/** A list by ids of fields; throws 422 by path for a name of no field. */
export function toStoredList(
  { tree }: TemplateModel,
  { filters, sort }: NamedList,
): Pick<StoredSheetList, 'filters' | 'sort'> {
  const wrong: Record<string, string> = {};
  const idOf = (path: string, { name, id }: { name: string | undefined; id: string | undefined }): string => {
    if (name === undefined && id !== undefined) return id;
    if (name === undefined) wrong[path] = 'required field';
    else if (id !== undefined) wrong[`${path}.name`] = 'is given by id and by name; send one of them';
    else {
      const found = ofEveryItem[name] ?? findField(tree, name)?.id;
      if (found !== undefined) return found;
      wrong[`${path}.name`] = notField(tree, name);
    }
    return '';
  };
  const read = {
    ...(filters && {
      filters: filters.map(({ name, template_field_id: id, ...filter }, index) => ({
        ...filter,
        template_field_id: idOf(`filters.${index}`, { name, id }),
      })),
    }),
    ...(sort && { sort: { direction: sort.direction, field: idOf('sort', { name: sort.name, id: sort.field }) } }),
  };
  if (Object.keys(wrong).length > 0) throw new AppError('invalid', { fields: wrong });
  return read;
}

/** The ids of fields and groups that a request names; throws 422 for a name of no field. */
export function toFieldIds({ tree }: Pick<TemplateModel, 'tree'>, names: readonly string[]): string[] {
  const wrong: Record<string, string> = {};
  const ids = names.map((name, index) => {
    const found = findField(tree, name)?.id;
    if (found === undefined) wrong[`fields.${index}`] = `${name} ${notField(tree, name)}`;
    return found ?? '';
  });
  if (Object.keys(wrong).length > 0) throw new AppError('invalid', { fields: wrong });
  return ids;
}
