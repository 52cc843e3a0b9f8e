import { paths, pathTo } from '@quartermaster/contract/paths.ts';

/** The path of the form for a copy of an item. */
export const copyPath = (instanceId: number, templateId: string, id: number): string =>
  `${pathTo(paths.newItem, { instanceId, templateId })}?copy=${id}`;
