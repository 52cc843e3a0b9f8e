import { fieldType } from './field-type.ts';
import { grouping } from './group.ts';

/** Fields repeated a row: an array of objects in the export. */
export const dynamicGroup = fieldType({ ...grouping, label: 'Dynamic group', holds: 'rows', inPalette: true });

/** One row of a dynamic group; it is made with the row and is in no template. */
export const dynamicGroupRow = fieldType({ ...grouping, label: 'Row', holds: 'row', inPalette: false });
