import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import { type DropItem, sortTables, toNest } from '@quartermaster/contract/content/drop-nest.ts';
import {
  candidatesOf,
  type DropCandidates,
  type DropGroup,
  dropGroupOf,
  toDropRow,
  weightTypes,
} from '@quartermaster/contract/content/drop-rows.ts';
import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { drops } from '@quartermaster/contract/endpoints/drops.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ItemReference } from '@quartermaster/contract/field-types/field-type.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { currentValues } from '../../content/model/current-values.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { listDropItems, listTemplatesWith } from './repository.ts';

type DropsBody = Input<typeof drops.list>['body'];

/** An item with all that its rows could lead to. */
type ReadItem = Omit<DropItem, 'rows'> & { candidates?: readonly DropCandidates[] };

/** The items below the rows of a drop table; refuses tables that lead to themselves, and nests beyond the limits. */
export async function listDrops(query: Query, instanceId: number, { rows, from }: DropsBody): Promise<DropItem[]> {
  const reader = createReader(query, instanceId, from);
  const first = rows.map((links): DropCandidates => ({ weight: 1, links: links.map(toReference) }));
  const found = new Map<number, ReadItem>();
  if (from?.id !== undefined) {
    const [self] = await reader.read([{ templateId: from.template_id, id: from.id }], { withRows: false });
    if (self) found.set(self.id, { ...self, candidates: first });
  }
  let [next, depth] = [newLinks(first, found), 0];
  while (next.length > 0) {
    if (depth > dropLimits.depth) throw tooLarge(`lead through more than ${dropLimits.depth} tables`);
    if (found.size + next.length > dropLimits.items)
      throw tooLarge(`lead to more than ${numberText(dropLimits.items)} items`);
    const read = await reader.read(next, { withRows: true });
    for (const item of read) found.set(item.id, item);
    next = newLinks(
      read.flatMap((item) => item.candidates ?? []),
      found,
    );
    depth++;
  }
  const isTable = (id: number) => found.get(id)?.candidates !== undefined;
  const all = [...found.values()].map(({ candidates, ...item }): DropItem => {
    if (!candidates) return item;
    return { ...item, rows: candidates.map((row) => toDropRow(row, isTable)) };
  });
  const self = from?.id !== undefined && found.has(from.id) ? [{ weight: 1, item: from.id }] : undefined;
  refuseCycles(self ?? first.map((row) => toDropRow(row, isTable)), all);
  return all.filter(({ id }) => id !== from?.id);
}

const toReference = ({ template_id, id }: DropsBody['rows'][number][number]): ItemReference => ({
  templateId: template_id,
  id,
});

/** The items that rows link to and that are not known yet, each once. */
function newLinks(rows: readonly DropCandidates[], found: ReadonlyMap<number, unknown>): ItemReference[] {
  const links = rows.flatMap((row) => row.links).filter(({ id }) => !found.has(id));
  return [...new Map(links.map((link) => [link.id, link])).values()];
}

const tooLarge = (what: string): AppError =>
  new AppError('invalid', {
    message: `These drops ${what}. Look at the drops of one of the tables that they lead to.`,
  });

function createReader(query: Query, instanceId: number, from: DropsBody['from']) {
  const templates = new Map<string, { model: TemplateModel; group: DropGroup | undefined } | undefined>();
  const readTemplates = async (items: readonly ItemReference[]) => {
    const templateIds = [...new Set(items.map(({ templateId }) => templateId))].filter((id) => !templates.has(id));
    if (templateIds.length === 0) return;
    for (const id of templateIds) templates.set(id, undefined);
    // Callers can name thousands of templates, most of which may not exist.
    for (const id of await listTemplatesWith(query, instanceId, { templateIds, types: weightTypes })) {
      const model = await findTemplate(query, instanceId, id);
      const weightId = id === from?.template_id ? from.field : undefined;
      templates.set(id, model && { model, group: dropGroupOf(model.tree, weightId) });
    }
  };
  let [rowsLeft, bytesLeft]: [number, number] = [dropLimits.rows, dropLimits.bytes];
  /** These items; one that does not exist has its id as its label. */
  const read = async (items: readonly ItemReference[], { withRows }: { withRows: boolean }): Promise<ReadItem[]> => {
    await readTemplates(items);
    const groupIdOf = (templateId: string) => templates.get(templateId)?.group?.groupId;
    const withGroups = items.map((item) => ({
      ...item,
      groupId: withRows ? groupIdOf(item.templateId) : undefined,
    }));
    const records = await listDropItems(query, {
      instanceId,
      items: withGroups,
      mostRows: rowsLeft,
      mostBytes: bytesLeft,
    });
    const isTable = new Set(withGroups.flatMap(({ id, groupId }) => (groupId === undefined ? [] : [id])));
    if (records.some(({ id, bytes }) => isTable.has(id) && bytes > bytesLeft))
      throw tooLarge(`have more than ${dropLimits.bytes / 1024 / 1024} MiB`);
    for (const { row_count } of records) rowsLeft -= row_count;
    bytesLeft -= Math.min(bytesLeft, records.at(-1)?.bytes ?? 0);
    const byId = new Map(records.map((record) => [record.id, record]));
    return items.map(({ templateId, id }): ReadItem => {
      const record = byId.get(id);
      const { model, group } = templates.get(templateId) ?? {};
      const item = { template_id: templateId, id, label: record?.label ?? `#${id}` };
      const pictured = typeof record?.image === 'string' ? { ...item, image: record.image } : item;
      if (!record || !model || !group || record.row_count === 0) return pictured;
      if (!record.rows) throw tooLarge(`have more than ${numberText(dropLimits.rows)} rows`);
      const values = currentValues(model, { [group.groupId]: record.rows });
      return { ...pictured, candidates: candidatesOf(group, rowsOf(values[group.groupId])) };
    });
  };
  return { read };
}

function refuseCycles(rows: Parameters<typeof toNest>[0], items: readonly DropItem[]): void {
  const { tables, names } = toNest(rows, items);
  const sorted = sortTables(tables);
  if (!('cycle' in sorted)) return;
  const cycle = sorted.cycle.flatMap((index) => {
    const name = names[index];
    return name && 'item' in name ? [name.item] : [];
  });
  const path = cycle.map(({ label }) => label).join(' → ');
  throw new AppError('invalid', {
    message: `These drops never end: ${path}. Remove one of these links, or its weight.`,
    details: { cycle: cycle.map(({ template_id, id, label }) => ({ template_id, id, label })) },
  });
}
