import { type NewView, projectViews, type View, type ViewChange } from '@quartermaster/contract/endpoints/views.ts';
import { largeViewSentence, manyViewsSentence, viewLimits, viewRule } from '@quartermaster/contract/rules/views.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listViews,
  lockViews,
  unsetFirst,
  type ViewPlace,
  type WrittenView,
  writeView,
} from './repository.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;
type ViewCaller = Omit<InstanceCaller, 'workspaceId'>;

const noSuchView = () => new AppError('not_found', { message: 'This view does not exist any more.' });

async function placeOf(query: Query, caller: ViewCaller, templateId: string): Promise<ViewPlace> {
  const { instanceId, projectId, actor } = caller;
  if (!(await findTemplate(query, instanceId, templateId))) throw noSuchTemplate(templateId);
  return { projectId, templateId, accountId: accountOf(actor) ?? 0 };
}

/** The views of a template that the caller has. */
export const readViews = async (query: Query, caller: InstanceCaller, templateId: string): Promise<View[]> =>
  listViews(query, await placeOf(query, caller, templateId));

/** Stores a new view. */
export function createView(
  { unit, clock }: Needs,
  caller: ViewCaller,
  templateId: string,
  typed: NewView,
): Promise<View> {
  return unit(async ({ query }) => {
    const scope = await placeOf(query, caller, templateId);
    demandFor(typed, caller);
    const view = await checkView(typed);
    await lockViews(query, scope);
    await requireRoom(query, scope, view);
    if (view.is_first) await unsetFirst(query, scope, 0);
    return stored(query, scope, await insertView(query, scope, view, clock.now()));
  });
}

/** Changes a view; throws 409 if it has another version. */
export function changeView(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  { templateId, viewId }: { templateId: string; viewId: number },
  { version, ...changed }: ViewChange,
): Promise<View> {
  return unit(async ({ query }) => {
    const scope = await placeOf(query, caller, templateId);
    await lockViews(query, scope);
    const before = await stored(query, scope, viewId);
    demandFor(before, caller);
    if (before.version !== version) throw new AppError('version');
    const view = await checkView({ ...before, ...changed });
    demandFor(view, caller);
    if (view.is_private !== before.is_private) await requireRoom(query, scope, view);
    if (view.is_first) await unsetFirst(query, scope, viewId);
    await writeView(query, scope, viewId, view, clock.now());
    return stored(query, scope, viewId);
  });
}

/** Deletes a view. */
export function removeView(
  { unit }: Needs,
  caller: InstanceCaller,
  { templateId, viewId }: { templateId: string; viewId: number },
): Promise<void> {
  return unit(async ({ query }) => {
    const scope = await placeOf(query, caller, templateId);
    await lockViews(query, scope);
    demandFor(await stored(query, scope, viewId), caller);
    await deleteView(query, viewId);
  });
}

async function stored(query: Query, scope: ViewPlace, id: number): Promise<View> {
  const view = await findView(query, scope, id);
  if (!view) throw noSuchView();
  return view;
}

/** Throws unless the caller may change such a view. */
function demandFor({ is_private: isPrivate }: Pick<View, 'is_private'>, { grants }: Pick<ViewCaller, 'grants'>): void {
  if (!isPrivate) demand(projectViews, grants);
}

async function checkView({ list, name, is_private, is_first }: WrittenView): Promise<WrittenView> {
  const form = await checkRule(viewRule, { name, is_private, is_first });
  if (Buffer.byteLength(JSON.stringify(list)) > viewLimits.bytes)
    throw new AppError('invalid', { message: largeViewSentence, fields: { list: largeViewSentence } });
  return { ...form, list };
}

async function requireRoom(query: Query, scope: ViewPlace, { is_private: isPrivate }: WrittenView): Promise<void> {
  if ((await countViews(query, scope, isPrivate)) >= viewLimits.views)
    throw new AppError('invalid', { message: manyViewsSentence(isPrivate) });
}
