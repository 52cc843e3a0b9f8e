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
