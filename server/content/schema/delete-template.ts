import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { reservedTemplateSentence } from '@quartermaster/contract/rules/template.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { findLinksToTemplate, hasItems, type LinkPlace } from '../documents/item-repository.ts';
import { deleteChangeProgress, lockChange } from '../documents/value-changes/change-repository.ts';
import { finishChange } from '../documents/value-changes/change-values.ts';
import * as itemValues from '../documents/value-changes/item-values-repository.ts';
import { appendMenuLink, removeMenuLinks } from '../menu/menu-repository.ts';
import { imageFields } from './image-template.ts';
import { type Editor, storeRevision } from './save/store-revision.ts';
import * as repository from './template-repository.ts';
import { trashTemplate } from './template-trash.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;

/** Creates the reserved template of an instance if missing. */
export async function ensureImageTemplate(query: Query, instanceId: number): Promise<void> {
  const { id, label } = imageTemplate;
  const at = new Date(imageFields[0]?.created_at ?? 0);
  const key = await repository.insertTemplate(query, {
    instanceId,
    id,
    label,
    version: 1,
    fields: imageFields,
    nextFieldKey: imageFields.length + 1,
    createdAt: at,
    updatedAt: at,
  });
  if (key !== undefined) await appendMenuLink(query, { instanceId, templateId: id, label });
}

interface LinksToTemplate {
  /** Fields have no id. */
  places: (Omit<LinkPlace, 'id'> & { id: number | null })[];
  count: number;
}

/** Fields and items of other templates that link to a template or its items: it cannot be deleted as long as there are any. */
export async function listLinksTo(
  query: Query,
  instanceId: number,
  template: { key: number; id: string },
): Promise<LinksToTemplate> {
  const fields = await repository.listFieldsLinkingTo(query, instanceId, template.id);
  const { places, count } = await findLinksToTemplate(query, { instanceId, templateKey: template.key });
  return { places: [...fields.map((field) => ({ ...field, id: null })), ...places], count: fields.length + count };
}

/**
 * Deletes a template with its items; throws 409 with the places where fields or items of other templates link to it. With `seen`, it is only
 * deleted in that version and without items.
 */
export function deleteTemplate(
  { unit, clock }: Needs,
  editor: Editor,
  templateId: string,
  seen?: number,
): Promise<void> {
  if (templateId === imageTemplate.id) throw new AppError('forbidden', { message: reservedTemplateSentence });
  return unit(async (inside) => {
    const { query } = inside;
    const current = await repository.lockTemplate(query, editor.instanceId, templateId);
    if (!current) throw new AppError('not_found');
    await lockChange(query, current.key);
    await itemValues.lockItems(query, current.key);
    if (seen !== undefined && (current.version !== seen || (await hasItems(query, current.key))))
      throw new AppError('version');
    const links = await listLinksTo(query, editor.instanceId, { key: current.key, id: templateId });
    if (links.count > 0) throw new AppError('linked', { details: links });
    const at = clock.now();
    const version = current.version + 1;
    // What is stored of its items is then what its fields say, and restoring them has nothing to continue.
    await finishChange(query, current.key, { isSilent: true });
    await trashTemplate(query, editor, { key: current.key, version, at });
    await itemValues.deleteItems(query, { templateKey: current.key, author: editor, at });
    await repository.deleteTemplate(query, current.key);
    await deleteChangeProgress(query, current.key);
    await removeMenuLinks(query, editor.instanceId, templateId);
    await storeRevision(inside, editor, { ...current, version }, 'delete', at);
  });
}
