import { fieldType } from './field-type.ts';
import { grouping } from './group.ts';

/** Fields that repeat in rows: an array of objects in the export. */
export const dynamicGroup = fieldType({ ...grouping, label: 'Dynamic group', holds: 'rows', inPalette: true });

/** One row of a dynamic group; exists only in items, never in a template. */
export const dynamicGroupRow = fieldType({ ...grouping, label: 'Row', holds: 'row', inPalette: false });
