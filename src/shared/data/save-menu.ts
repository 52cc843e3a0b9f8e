import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type MenuNode, menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorDetail } from '../http/error-detail.ts';
import { HttpError } from '../http/http-error.ts';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';
import { menuQueries } from './menu.ts';
import { useUndoSave } from './undo-save.ts';

/** Changes of a menu, and the version that they are based on. */
export type SaveMenu = Input<typeof menu.save>['body'];

/** The server's current menu, from the answer to a save that conflicts with it. */
export const currentMenuOf = (error: unknown): Output<typeof menu.list> | undefined =>
  error instanceof HttpError && errorDetail(error, 'menu') !== undefined
    ? (error.body.details as Output<typeof menu.list>)
    : undefined;

/** A save of a menu. */
interface MenuSave extends SaveMenu {
  /** The menu that the changes are based on, for the undo in the toast. */
  before?: readonly MenuNode[];
}

/** The changes that take back others. */
function oppositeOf(changes: readonly SaveMenuNode[], before: readonly MenuNode[]): SaveMenuNode[] {
  const previous = new Map(before.map((node) => [node.id, node]));
  return changes.flatMap((change): SaveMenuNode[] => {
    const node = previous.get(change.id);
    const isRemoved = change.status === fieldStatus.removed;
    if (node) return [{ ...node, status: isRemoved ? fieldStatus.added : fieldStatus.updated }];
    return isRemoved ? [] : [{ ...change, status: fieldStatus.removed }];
  });
}

/** Saves changes of the menu; the dialog shows failures itself. The toast has an undo if the menu before is known. */
export function useSaveMenu(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  const { offer: offerUndo } = useUndoSave(instanceId);
  return useMutation({
    mutationFn: ({ before: _, ...body }: MenuSave) => request(menu.save, { params: { instanceId }, body }),
    onError: (error) => {
      const current = currentMenuOf(error);
      if (current) queries.setQueryData(menuQueries.list(request, instanceId).queryKey, current);
    },
    meta: {
      of: 'saveMenu',
      success: 'Navigation updated',
      offer: (answer, variables) => {
        const { menu: changes, version: base, before } = variables as MenuSave;
        const { version } = answer as Output<typeof menu.save>;
        if (!before || version === base) return undefined;
        return offerUndo({ what: 'navigation', name: 'Navigation', version, opposite: oppositeOf(changes, before) });
      },
      done: () => ({ type: 'saved', what: 'navigation', instanceId, count: 1 }),
      invalidates: [
        queryKeys.instance.menu(instanceId),
        queryKeys.instance.sync(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
      ],
    },
  });
}
