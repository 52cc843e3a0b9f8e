import type {
  ChangedItem,
  ChangedTemplate,
  ChangeKind,
  ChangeList,
  SyncSelection,
} from '@quartermaster/contract/endpoints/sync.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { compareMenus } from '../compare-menus.ts';
import { readMenus } from '../menu-sql.ts';
import { findPair, type Pair } from '../pair.ts';
import { getReview } from '../reviews/review-repository.ts';
import { menuRevision } from '../revision.ts';
import { findRunning, progressOf } from '../run/sync-repository.ts';
import { type ListedTemplate, type ListFilter, readChanges } from './list-repository.ts';

/** Which changes a call asks for. */
export interface ChangesQuery {
  template?: string;
  search?: string;
  change?: ChangeKind;
  conflicts?: boolean;
  limit?: number;
  cursor?: string;
  review?: number;
}

/** The differences between an instance and the one that it is synced to. */
export async function listChanges(
  { database: { query } }: Pick<Deps, 'database'>,
  instanceId: number,
  asked: ChangesQuery,
): Promise<ChangeList> {
  const pair = await findPair(query, instanceId);
  const { template, search, change, conflicts, limit, review } = asked;
  const selection = review === undefined ? null : await selectionOf(query, pair, review);
  const filter = {
    ...filterOf(selection),
    ...(template !== undefined && { templateIds: [template] }),
    search,
    change,
    conflicts,
    limit,
    after: readCursor(asked),
  };
  const found = await readChanges(query, pair, filter);
  const menus = await readMenus(query, pair);
  const menu = compareMenus(menus);
  const isMenuAsked = template === undefined && (!selection || selection.menu === true);
  const isListed = menu.isChanged && isMenuAsked;
  const byTemplate = Map.groupBy(found.items, ({ template_id }) => template_id);
  const updates =
    selection &&
    new Set(selection.changes.filter((entry) => entry.is_update_template).map((entry) => entry.template_id));
  const templates = found.templates
    .map((entry) => (updates && !updates.has(entry.template_id) ? { ...entry, change: null } : entry))
    .filter((entry) => entry.change !== null || total(entry) > 0)
    .map((entry) => answerOf(entry, byTemplate.get(entry.template_id) ?? [], limit));
  const running = await findRunning(query, pair.target.id);
  const sum = (count: (entry: ListedTemplate) => number) =>
    found.templates.reduce((all, entry) => all + count(entry), 0);
  const menuPart = isListed ? BigInt(`0x${menuRevision(menus)}`) : 0n;
  const nodes = (kind: ChangeKind) => (isListed ? menu.nodes.filter((node) => node.change === kind).length : 0);
  return {
    templates,
    menu: {
      is_changed: isListed,
      conflict: isListed && menu.conflict,
      added: nodes('added'),
      updated: nodes('updated'),
      removed: nodes('removed'),
      revision: isListed ? menuRevision(menus) : null,
    },
    ...pair,
    revision: (BigInt(found.revision) ^ menuPart).toString(16).padStart(12, '0'),
    counts: {
      added: sum(({ added }) => added),
      updated: sum(({ updated }) => updated),
      removed: sum(({ removed }) => removed),
      conflicts: sum(({ conflicts: open }) => open),
      templates: templates.filter(({ is_changed }) => is_changed).length,
    },
    running: running ? { id: running.id, progress: progressOf(running) } : null,
  };
}

const total = ({ added, updated, removed }: ListedTemplate): number => added + updated + removed;

function answerOf(
  { template_id, name, change, revision, added, updated, removed, conflicts }: ListedTemplate,
  items: (ChangedItem & { template_id: string })[],
  limit: number | undefined,
): ChangedTemplate {
  const page = limit === undefined ? items : items.slice(0, limit);
  return {
    template_id,
    name,
    is_changed: change !== null,
    change,
    revision: change === null ? null : revision,
    counts: { added, updated, removed, conflicts },
    items: page,
    next_cursor: items.length > page.length ? String(page.at(-1)?.id) : null,
  };
}

/** The cursor is the id of the last item of the page before, in a single template. */
function readCursor({ cursor, template, limit }: ChangesQuery): number | undefined {
  if (cursor === undefined) return undefined;
  const after = Number(cursor);
  if (template === undefined || limit === undefined || !/^[1-9]\d{0,9}$/.test(cursor) || after > 2_147_483_647)
    throw new AppError('invalid', { fields: { cursor: 'leads on in one template, with a limit' } });
  return after;
}

async function selectionOf(
  query: Deps['database']['query'],
  { source }: Pair,
  reviewId: number,
): Promise<SyncSelection | null> {
  const review = await getReview(query, source.id, reviewId);
  if (!review) throw new AppError('not_found');
  return review.selection;
}

function filterOf(selection: SyncSelection | null): ListFilter {
  if (!selection) return {};
  const { changes } = selection;
  return {
    templateIds: changes.map(({ template_id }) => template_id),
    ids: changes.flatMap(({ items }) => items),
    wholeTemplateIds: changes.filter(({ all_items }) => all_items).map(({ template_id }) => template_id),
  };
}
