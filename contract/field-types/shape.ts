import { fieldType } from './field-type.ts';
import { grouping } from './group.ts';

/** Fields that only some rows of a dynamic group have: those whose row type is the shape. In the export they are in the row itself. */
export const shape = fieldType({ ...grouping, label: 'Shape', holds: 'group', inPalette: true, rows: { is: 'shape' } });
