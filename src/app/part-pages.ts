import type { AnyPart } from '@quartermaster/contract/parts/part-api.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';

/** The page of a part that is no page of the whole console. */
export const partPath = `${paths.instance}/part`;

/** Which pages a part consists of. */
interface PartPages {
  /** The path of the first one, with its query. */
  start: string;
  /** The patterns of all of them. */
  patterns: readonly string[];
}

/** The path in the whole console of what a part shows that has no page of its own there; `null` if it shows no item. */
export function addressOf({ name, values }: AnyPart, instanceId: number): string | null {
  if (name === 'item-form' || name === 'list') return null;
  const item = name === 'item-picker' ? (values.value ?? null) : values;
  if (!item) return null;
  const address = { instanceId, templateId: item.templateId, id: item.id };
  if (name === 'comments') {
    const { threadId } = values;
    return `${pathTo(paths.item, address)}?${threadId === undefined ? 'comments' : `thread=${threadId}`}`;
  }
  if (name !== 'diff') return pathTo(paths.item, address);
  if (values.versions)
    return `${pathTo(paths.itemHistory, address)}?compare=${values.versions.from},${values.versions.to}`;
  return `${paths.sync}?instance=${instanceId}&show=item.${item.templateId}.${item.id}`;
}

/** The pages of a part in an instance. */
export function pagesOf({ name, values }: AnyPart, instanceId: number): PartPages {
  if (name !== 'item-form' && name !== 'list') return { start: pathTo(partPath, { instanceId }), patterns: [partPath] };
  const address = { instanceId, templateId: values.templateId };
  if (name === 'list') {
    const list = pathTo(paths.items, address);
    return { start: values.query ? `${list}?${values.query.replace(/^\?/, '')}` : list, patterns: [list] };
  }
  const { id } = values;
  return {
    start: id === undefined ? pathTo(paths.newItem, address) : pathTo(paths.item, { ...address, id }),
    patterns: [paths.newItem, paths.item],
  };
}
