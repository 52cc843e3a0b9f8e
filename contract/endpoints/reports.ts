import type { Static } from 'typebox';
import { can } from '../access.ts';
import type * as shapes from '../shapes/reports.ts';
import { endpoint } from './endpoint.ts';

export type Report = Static<typeof shapes.Report>;
export type ReportHeader = Static<typeof shapes.ReportHeader>;
export type ExportChanges = Static<typeof shapes.ExportChanges>;
export type TemplateExportChange = Static<typeof shapes.TemplateExportChange>;
export type ReportStep = Static<typeof shapes.ReportStep>;

/** Exports of an instance: one step per file, which has the items of a template, in all languages or in one. */
export const reports = {
  /** Starts an export as a job; 409 if another one of the instance is still running. */
  start: endpoint<typeof shapes.reportShapes.start>({
    method: 'POST',
    path: '/editor/:instanceId/export/templates',
    access: can('EXPORT'),
  }),
  /** The exports of an instance, newest first. */
  list: endpoint<typeof shapes.reportShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/reports',
    access: can('EXPORT'),
    latest: true,
  }),
  /** The changes since the last completed export. */
  changes: endpoint<typeof shapes.reportShapes.changes>({
    method: 'GET',
    path: '/instances/:instanceId/reports/changes',
    access: can('EXPORT'),
  }),
  /** An export, with the progress of each file. */
  get: endpoint<typeof shapes.reportShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/reports/:reportId',
    access: can('EXPORT'),
    latest: true,
  }),
  /** A signed address from which an exported file is downloaded. */
  getFileUrl: endpoint<typeof shapes.reportShapes.getFileUrl>({
    method: 'GET',
    path: '/instances/:instanceId/dictionary/:path/:fileName',
    access: can('EXPORT'),
  }),
};
