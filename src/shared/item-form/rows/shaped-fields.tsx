import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { nodesOfRow, type RowShapes } from '@quartermaster/contract/content/row-shapes.ts';
import { levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { FieldsLevel, FieldsLevelView } from '../fields-level.ts';
import { useFieldsForm } from '../form-context.ts';

interface ShapedFieldsProps extends FieldsLevel {
  shapes: RowShapes;
  Fields: FieldsLevelView;
}

/**
 * The fields of a row's shape. Another shape takes over the values of fields with the same name and type; those that only
 * the former one has return with it until the item is saved.
 */
export function ShapedFields({ nodes, shapes, path, depth, Fields }: ShapedFieldsProps) {
  const { getValues, register, events } = useFieldsForm();
  const typePath = `${path}.${shapes.typeId}`;
  const listen = useCallback((onChange: () => void) => events.listen(typePath, onChange), [events, typePath]);
  const name = useSyncExternalStore(listen, () => getValues(typePath) as unknown);
  const previous = useRef(name);
  const takeOver = useEffectEvent((from: unknown) => {
    const row = getValues(path) as ItemValues;
    const [before, after] = [from, name].map((type) => nodesOfRow(nodes, { [shapes.typeId]: String(type) }));
    for (const [source, target] of alike(before ?? [], after ?? [])) {
      const value = row[source];
      if (isEmpty(value) || !isEmpty(row[target])) continue;
      const targetPath = `${path}.${target}`;
      void register(targetPath).onChange({ type: 'change', target: { name: targetPath, value } });
      events.edited(targetPath);
    }
  });
  useEffect(() => {
    if (previous.current === name) return;
    takeOver(previous.current);
    previous.current = name;
  }, [name]);
  return <Fields nodes={nodesOfRow(nodes, { [shapes.typeId]: String(name) })} path={path} depth={depth} />;
}

/** The fields of two shapes with the same name and type, by id. */
function alike(before: readonly TreeNode[], after: readonly TreeNode[]): [source: string, target: string][] {
  const named = new Map(
    levelOf(after).leaves.map(({ field: { id, settings } }) => [`${settings.type} ${settings.name}`, id]),
  );
  return levelOf(before).leaves.flatMap(({ field: { id, settings } }): [string, string][] => {
    const target = named.get(`${settings.type} ${settings.name}`);
    return target === undefined || target === id ? [] : [[id, target]];
  });
}
