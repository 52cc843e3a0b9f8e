import { object, string } from 'yup';
import { nameText } from './name.ts';

/**
 * Maximum length of the name of a group or link, in characters; links take the name of their template, whose limit is
 * the same.
 */
const labelLength = 64;

const label = nameText()
  .required('Name is a required field')
  .max(labelLength, `Name must be at most ${labelLength} characters`);

/** Validates the name of a group, or the new name of a group or link. */
export const menuLabelRule = object({ label });

/** Validates a new link. */
export const menuLinkRule = object({ template_id: string().required('Template is a required field') });
