import { fieldType } from './field-type.ts';
import { group } from './group.ts';

/** Fields repeated a row: an array of objects in the export. */
export const dynamicGroup = fieldType({ ...group, label: 'Dynamic group', holds: 'rows' });

/** One row of a dynamic group; it is made with the row and is in no template. */
export const dynamicGroupRow = fieldType({ ...group, label: 'Row', inPalette: false });
