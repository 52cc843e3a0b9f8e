import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { CommentSubject, CommentTarget, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { findItem } from '../../content/documents/item-repository.ts';
import { currentValues } from '../../content/model/current-values.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import { AppError, invalidField } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { findContent, findProposed, isSubjectIn } from './thread-repository.ts';

/** What a thread is about, as it is in an instance now. */
export interface Subject {
  /** Of an item or a template. */
  model?: TemplateModel;
  item?: { version: number; values: ItemValues };
}

/** Throws unless what a thread is about is in the instance. */
export async function requireTarget(query: Query, instanceId: number, target: ThreadSubject): Promise<void> {
  const { about, subject_id: subjectId = 0, template_id: templateId = '', item_id: itemId } = target;
  checkSubject(target);
  if (about === 'item' || about === 'template') {
    const found = await findContent(query, instanceId, templateId, itemId ?? null);
    if (!found) throw noSuchTemplate(templateId);
    if (itemId !== undefined && !found.has_item) throw noSuchItem();
  } else if (!(await isSubjectIn(query, instanceId, about, subjectId)))
    throw new AppError('not_found', { message: `This ${about} does not exist here.` });
}

/** Reads what a thread is about; throws unless it is in the instance. */
export async function readSubject(query: Query, instanceId: number, target: ThreadSubject): Promise<Subject> {
  const { about, template_id: templateId = '', item_id: itemId } = target;
  if (about !== 'item' && about !== 'template') {
    await requireTarget(query, instanceId, target);
    return {};
  }
  checkSubject(target);
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw noSuchTemplate(templateId);
  if (itemId === undefined) return { model };
  const item = await findItem(query, { templateKey: model.key, id: itemId });
  if (!item) throw noSuchItem();
  return { model, item: { version: item.version, values: currentValues(model, item.values) } };
}

const noSuchItem = (): AppError => new AppError('not_found', { message: 'This item does not exist here any more.' });

/** Throws unless a new thread can be about a line: one that creates an item is numbered in its proposal. */
export async function requireLine(
  query: Query,
  { about, subject_id, template_id, line }: CommentTarget,
): Promise<void> {
  if (line !== undefined && about !== 'proposal')
    throw invalidField('line', 'Only a proposal has lines that are numbered.');
  if (about !== 'proposal' || template_id === undefined) {
    if (line !== undefined) throw invalidField('template_id', 'Name the template of the line.');
    return;
  }
  const proposed = await findProposed(query, subject_id ?? 0);
  if (!proposed?.templateIds.includes(template_id))
    throw invalidField('template_id', `The proposal has no items of "${template_id}".`);
  if (line !== undefined && line > proposed.items)
    throw invalidField('line', `The proposal has no line ${line}, as it has ${proposed.items}.`);
}

/** What each subject is named by. */
const named: Record<CommentSubject, string> = {
  item: 'template_id and item_id',
  template: 'template_id',
  review: 'subject_id, and a line of it by template_id and item_id',
  release: 'subject_id, and a line of it by template_id and item_id',
  proposal: 'subject_id, and a line of it by template_id and item_id, or by template_id and line',
};

function checkSubject({ about, subject_id, template_id, item_id }: ThreadSubject): void {
  const isContent = about === 'item' || about === 'template';
  const isNamed = isContent
    ? subject_id === undefined && template_id !== undefined && (about === 'item') === (item_id !== undefined)
    : subject_id !== undefined && (item_id === undefined || template_id !== undefined);
  if (!isNamed) throw new AppError('invalid', { message: `Name the ${about} by ${named[about]}, and nothing else.` });
}
