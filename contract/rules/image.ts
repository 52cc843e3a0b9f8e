import { object } from 'yup';
import { contentLimits } from '../content/content-limits.ts';
import { nameText } from './name.ts';

const { labelLength } = contentLimits;

/** Validates the name of an image before it is uploaded. */
export const imageNameRule = object({
  name: nameText().required('required field').max(labelLength, `must be at most ${labelLength} characters`),
});
