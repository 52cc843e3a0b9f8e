import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { MenuRevision } from '@quartermaster/contract/endpoints/history.ts';
import type { MenuNode, SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { compareNodes } from '../../content/menu/compare-menus.ts';
import { listMenu } from '../../content/menu/menu-repository.ts';
import { saveMenu } from '../../content/menu/save-menu.ts';
import { listExistingIds } from '../../content/model/template-locks.ts';
import type { Deps } from '../../core/app/deps.ts';
import { type Actor, personOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { PageRequest } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import { readInSteps } from './in-steps.ts';
import { describeChangedNodes } from './named-changes.ts';
import { findMenuRevision, listMenuRevisions, readMenu } from './repository.ts';

/** The versions of a menu, newest first. The cursor is the id of a version. */
export async function listVersionsOfMenu(query: Query, instanceId: number, page: PageRequest) {
  const now = await readMenu(query, instanceId);
  return readInSteps(page, (part) => listMenuRevisions(query, instanceId, part), {
    placeOf: ({ id }) => id,
    describe: (row, earlier): MenuRevision => {
      const nodes = compareNodes(earlier?.menu ?? [], row.menu);
      const changes = Map.groupBy(nodes, ({ change }) => change);
      const count = (change: 'added' | 'updated' | 'removed') => changes.get(change)?.length ?? 0;
      return {
        id: row.id,
        by: personOf(row),
        at: row.at.toISOString(),
        origin: row.origin,
        change_set_id: row.change_set_id,
        nodes: { added: count('added'), updated: count('updated'), removed: count('removed') },
        changes: earlier ? describeChangedNodes(nodes, earlier.menu, row.menu) : [],
        is_current: row.id === now.latest && compareNodes(row.menu, now.menu).length === 0,
      };
    },
  });
}

async function readRevision(query: Query, instanceId: number, id: number): Promise<MenuNode[]> {
  const menu = await findMenuRevision(query, instanceId, id);
  if (!menu) throw new AppError('not_found', { message: 'This version is not stored any more.' });
  return menu;
}

/** Two versions of a menu, or one and the current state, entry by entry. */
export async function compareMenuVersions(
  query: Query,
  instanceId: number,
  { from, to }: { from: number; to?: number },
) {
  const target = await readRevision(query, instanceId, from);
  const source =
    to === undefined ? (await readMenu(query, instanceId)).menu : await readRevision(query, instanceId, to);
  return { conflict: false, source, target, nodes: compareNodes(target, source) };
}

/**
 * Gives a menu the entries of a former version, without those whose templates do not exist any more; throws 409 if it was
 * changed since `seen`.
 */
export async function restoreMenu(
  deps: Deps,
  { instanceId, actor }: { instanceId: number; actor: Actor },
  { id, seen }: { id: number; seen: string },
) {
  const { query } = deps.database;
  const previous = await readRevision(query, instanceId, id);
  const { version } = await listMenu(query, instanceId);
  const { menu: before } = await readMenu(query, instanceId);
  const linked = new Set(previous.flatMap(({ template_id: linkedId }) => (linkedId === '' ? [] : [linkedId])));
  const present = await listExistingIds(query, instanceId, [...linked]);
  const isGone = ({ template_id: linkedId }: MenuNode) => linkedId !== '' && !present.has(linkedId);
  const remaining = previous.filter((node) => !isGone(node));
  const missing = previous.filter(isGone).map(({ label, template_id }) => ({ label, template_id }));
  const nodes = new Map([...before, ...remaining].map((node) => [node.id, node]));
  const changes = compareNodes(before, remaining).flatMap(({ id: nodeId, change }): SaveMenuNode[] => {
    const node = nodes.get(nodeId);
    return node ? [{ ...node, status: fieldStatus[change] }] : [];
  });
  // Nothing is saved without changes, but they were compared with another version.
  if (changes.length === 0 && seen === version) return { version, missing };
  const next = await saveMenu(deps, { instanceId, actor, origin: 'restore' }, { menu: changes, version: seen });
  return { version: next, missing };
}
