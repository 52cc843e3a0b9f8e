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
export type ConvertedField = Static<typeof shapes.ConvertedField>;
export type ConversionTrial = Static<typeof shapes.ConversionTrial>;

/** Schemas of an instance's items. */
export const templates = {
  /** The templates of an instance. */
  list: endpoint<typeof shapes.templateShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/templates',
    access: can('READ'),
  }),
  /** A template with its fields. */
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
  /**
   * Previews what a save would do to existing items, without changing anything; refused if the save would be refused.
   */
  dryRun: endpoint<typeof shapes.templateShapes.dryRun>({
    method: 'POST',
    path: '/editor/:instanceId/templates/dry-run',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
    bodyLimit: contentLimits.templateBody,
    turns: 'templates',
  }),
  /** The progress of the item changes that a save of the template started; `null` if nothing is left to do. */
  progress: endpoint<typeof shapes.templateShapes.progress>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/progress',
    access: can('READ'),
    latest: true,
  }),
  /** Fields that were removed from the template and can be restored with their values, and converted ones with their former settings. */
  removedFields: endpoint<typeof shapes.templateShapes.removedFields>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/removed-fields',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /**
   * The ids that fields of a template have or had, in any instance of the project, in its versions and among its
   * removed fields. A new field with one of them would get the values or the history of another.
   */
  listFieldIds: endpoint<typeof shapes.templateShapes.listFieldIds>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/field-ids',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /**
   * Previews a conversion of a field to another type in all items, without changing anything: those that lose nothing
   * are in `conversions`. A save with `converts` does it.
   */
  tryConversion: endpoint<typeof shapes.templateShapes.tryConversion>({
    method: 'POST',
    path: '/editor/:instanceId/templates/:templateId/conversion',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
    turns: 'templates',
  }),
  /** Previews the export of an item with fields that need not be saved yet. */
  exampleExport: endpoint<typeof shapes.templateShapes.exampleExport>({
    method: 'POST',
    path: '/editor/:instanceId/example-export',
    access: can('READ'),
    safe: true,
    bodyLimit: contentLimits.templateBody,
    turns: 'templates',
  }),
  /** True if no template of the instance has this id. */
  isUnique: endpoint<typeof shapes.templateShapes.isUnique>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/unique',
    access: can('READ'),
  }),
  /** What keeps a template from being deleted: fields of other templates, and their items, that link to it or its items. */
  listUses: endpoint<typeof shapes.templateShapes.listUses>({
    method: 'GET',
    path: '/editor/:instanceId/templates/:templateId/uses',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
  /**
   * Deletes a template with its items; 409 with the references to it if there are any. With `version`, also if it has another one, or items.
   */
  delete: endpoint<typeof shapes.templateShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/templates/:templateId',
    access: can('CREATE_TEMPLATE', { env: 'Dev' }),
  }),
};
