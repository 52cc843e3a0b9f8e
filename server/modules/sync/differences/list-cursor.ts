import { createHash } from 'node:crypto';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import { AppError } from '../../../core/base/errors.ts';
import { readPlace, writePlace } from '../../../core/http/page.ts';
import type { TemplateTotals } from './list-repository.ts';

/** The changes that a call requests. */
export interface ChangesQuery {
  template?: string;
  search?: string;
  change?: ChangeKind;
  conflicts?: boolean;
  limit?: number;
  cursor?: string;
  review?: number;
  release?: number;
}

/** The start of a page of a template's items, and the totals of the first page. */
export interface Position {
  after: number;
  totals: TemplateTotals;
}

/** The cursor carries the totals, so that later pages need not compare the items before them again. */
export const cursorAfter = (
  id: number,
  template: TemplateTotals & { template_id: string },
  pair: Pair,
  request: ChangesQuery,
): string =>
  writePlace([
    id,
    listOf(pair, { ...request, template: template.template_id }),
    template.total_revision,
    template.added,
    template.updated,
    template.removed,
    template.conflicts,
  ]);

export function readCursor(cursor: string, pair: Pair, request: ChangesQuery): Position {
  if (request.template === undefined) throw noCursor();
  const [after, list, revision, added, updated, removed, conflicts] = readPlace(cursor, [
    0,
    '',
    '',
    0,
    0,
    0,
    0,
  ] as const);
  if (list !== listOf(pair, request) || !/^\d{1,15}$/.test(revision)) throw noCursor();
  return { after, totals: { total_revision: revision, added, updated, removed, conflicts } };
}

export const noCursor = (): AppError =>
  new AppError('invalid', { fields: { cursor: 'continues one template of the same list, with a limit' } });

/** Identifies a list, as the totals depend on its filter. */
function listOf(
  { source }: Pair,
  { template, search = '', change, conflicts = false, review, release }: ChangesQuery,
): string {
  const list = JSON.stringify([source.id, template, search, change, conflicts, review, release]);
  return createHash('sha256').update(list).digest('base64url').slice(0, 12);
}
