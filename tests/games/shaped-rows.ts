import { field } from '../support/sample-template.ts';
import { type Codec, type Codecs, leaf, members, type Source, someOf } from './codec.ts';

/** Fields that repeat, in several shapes: a row names its shape as its `type`, and has fields that all rows have. */
export const shapedRows = (shared: Codecs, shapes: Record<string, Codecs>): Codec => {
  const type = leaf('row-type');
  const contents = new Map(
    Object.entries(shapes).map(([shape, own]) => [shape, members({ type, ...shared, ...own })] as const),
  );
  const contentOf = (row: Source) => contents.get(String(row.type)) ?? members({});
  const isShared = (name: string) => name === 'type' || name in shared;
  return {
    fields: ({ id, name, parentId }) => [
      field(id, 'dynamic-group', { name, parentId }),
      ...members({ type, ...shared }).fields((inner) => `${id}_${inner}`, id),
      ...Object.entries(shapes).flatMap(([shape, own]) => [
        field(`${id}_${shape}`, 'shape', { name: shape, parentId: id }),
        ...members(own).fields((inner) => `${id}_${shape}_${inner}`, `${id}_${shape}`),
      ]),
    ],
    pick: (source) => someOf(((source ?? []) as Source[]).map((row) => contentOf(row).pick(row))),
    write: (source, id, idOf) => {
      const rowOf = (row: Source) =>
        contentOf(row).write(row, (inner) => (isShared(inner) ? `${id}_${inner}` : `${id}_${row.type}_${inner}`), idOf);
      return source === undefined ? {} : { [id]: (source as Source[]).map(rowOf) };
    },
    read: (exported, nameOf) => someOf((exported as Source[]).map((row) => contentOf(row).read(row, nameOf))),
  };
};
