import type { Static } from 'typebox';
import { can } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as shapes from '../shapes/templates.ts';
import { endpoint } from './endpoint.ts';

export type Template = Static<typeof shapes.Template>;
export type TemplateField = Static<typeof shapes.TemplateField>;
export type SaveTemplateField = Static<typeof shapes.SaveTemplateField>;
export type FieldEffect = Static<typeof shapes.FieldEffect>;
export type RemovedField = Static<typeof shapes.RemovedField>;

/** The template that exists in every instance from its first moment and that nobody can change: one image a item. */
export const imageTemplate = { id: 'image', label: 'Images', fieldId: 'image-img' } as const;

/**
 * Ids that no new template can take: `image` is the reserved template, `batch` would hide items behind a call of that name, and
 * the file of `manifest` would be hidden behind the list of all files.
 */
const reservedTemplateIds: readonly string[] = [imageTemplate.id, 'batch', 'manifest'];

/** Whether no new template can take the id. Files are named after it, and many systems take `Image.json` for `image.json`. */
export const isReservedTemplateId = (id: string): boolean => reservedTemplateIds.includes(id.toLowerCase());

/** What is said of such an id. */
export const reservedTemplateIdSentence = `This ID is reserved: no template can have the ID ${reservedTemplateIds.join(', ')}`;

/** Schemas of an instance's items. */
export const templates = {
  list: endpoint<typeof shapes.templateShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/templates',
    access: can('READ'),
  }),
  get: endpoint<typeof shapes.templateShapes.get>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId',
    access: can('READ'),
  }),
  /** Creates a template (version 0) or saves the next version of it. */
  save: endpoint<typeof shapes.templateShapes.save>({
    method: 'POST',
    path: '/editor/:instanceId/templates',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
    bodyLimit: contentLimits.templateBody,
  }),
  /** Tells what a save would do to the items that exist, and changes nothing; it is refused where the save would be. */
  dryRun: endpoint<typeof shapes.templateShapes.dryRun>({
    method: 'POST',
    path: '/editor/:instanceId/templates/dry-run',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
    bodyLimit: contentLimits.templateBody,
  }),
  /** How far the items are that a save of the template changes; `null` where nothing is left to do. */
  progress: endpoint<typeof shapes.templateShapes.progress>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/progress',
    access: can('READ'),
  }),
  /** Fields that were removed from the template and can be brought back with their values. */
  removedFields: endpoint<typeof shapes.templateShapes.removedFields>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/removed-fields',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /** What an export makes of an item of fields that need not be saved yet. */
  exampleExport: endpoint<typeof shapes.templateShapes.exampleExport>({
    method: 'POST',
    path: '/editor/:instanceId/example-export',
    access: can('READ'),
    safe: true,
    bodyLimit: contentLimits.templateBody,
  }),
  isUnique: endpoint<typeof shapes.templateShapes.isUnique>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/unique',
    access: can('READ'),
  }),
  /** Deletes a template with its items; 409 with the places that link to it where there are any. */
  delete: endpoint<typeof shapes.templateShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/templates/:templateId',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
};
