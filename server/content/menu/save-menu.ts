import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { MenuNode, menu, SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Author } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { listExistingIds, lockInstance } from '../model/template-locks.ts';
import { applyChanges, refuse } from './apply-changes.ts';
import { changeMenu, findMenuSave, findMenuVersion, insertMenuRevision, lockMenu } from './menu-repository.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;

/**
 * Applies changes to the menu of an instance, and returns its new version; a dry run only checks them, and returns the
 * current one. Throws 409 if they were made to another version.
 */
export async function saveMenu(
  { unit, clock }: Needs,
  { instanceId, ...author }: Author & { instanceId: number },
  { menu: changes, version, dry_run: isDryRun }: Input<typeof menu.save>['body'],
): Promise<string> {
  const names = await readNames(changes);
  const linked = new Set(changes.filter(isKept).flatMap(({ template_id: id }) => (id === '' ? [] : [id])));
  return unit(async ({ query, emit }) => {
    // Templates first, because saves and deletions of templates lock them before the menu.
    const present = await listExistingIds(query, instanceId, [...linked]);
    await lockInstance(query, instanceId);
    const before = await lockMenu(query, instanceId);
    if (version !== undefined && version !== before.version)
      throw new AppError('version', { details: { ...before, saved: await findMenuSave(query, instanceId, before) } });
    const isUnknown = (node: SaveMenuNode) => linked.has(node.template_id) && !present.has(node.template_id);
    refuse(
      changes.map((node) => [isKept(node) && isUnknown(node) ? 'there is no such template' : undefined, 'template_id']),
    );
    const { menu, removed, written } = applyChanges(before.menu, withNames(before.menu, changes, names));
    if (isDryRun) return before.version;
    await changeMenu(query, instanceId, { removed, written });
    const next = await findMenuVersion(query, instanceId);
    if (next !== before.version)
      await insertMenuRevision({ query, emit }, { instanceId, menu, author, at: clock.now() });
    return next;
  });
}

const isKept = ({ status }: SaveMenuNode): boolean => status !== fieldStatus.removed;

/** A typed name as parsed by the rule, or the reason why it is invalid. */
type ReadName = { label: string; reason?: undefined } | { label?: undefined; reason: string };

/** The names of the changes, in their order. */
async function readNames(changes: readonly SaveMenuNode[]): Promise<ReadName[]> {
  // Imported lazily to speed up the start.
  const { menuLabelRule } = await import('@quartermaster/contract/rules/menu.ts');
  return Promise.all(
    changes.map(async ({ label }) => {
      try {
        return { label: (await checkRule(menuLabelRule, { label })).label };
      } catch (error) {
        const reason = error instanceof AppError ? error.body.fields?.label : undefined;
        if (reason === undefined) throw error;
        return { reason };
      }
    }),
  );
}

/** The changes with parsed names; an unchanged name is not refused, as its template may be older than the rule. */
function withNames(
  before: readonly MenuNode[],
  changes: readonly SaveMenuNode[],
  names: readonly ReadName[],
): SaveMenuNode[] {
  const labels = new Map(before.map(({ id, label }) => [id, label]));
  const isRead = (node: SaveMenuNode) => isKept(node) && labels.get(node.id) !== node.label;
  refuse(changes.map((node, index) => [isRead(node) ? names[index]?.reason : undefined, 'label']));
  return changes.map((node, index) => (isRead(node) ? { ...node, label: names[index]?.label ?? node.label } : node));
}
