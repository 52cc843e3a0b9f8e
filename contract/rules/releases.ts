import { object, string } from 'yup';

/** The longest name of a release, in characters. */
export const releaseNameLength = 96;

/** The longest notes of a release, in characters. */
export const releaseNotesLength = 2000;

/** The form of a release, without its content and its time. */
export const releaseRule = object({
  name: string()
    .trim()
    .required('Name is a required field')
    .max(releaseNameLength, `Must be at most ${releaseNameLength} characters`),
  notes: string().trim().default('').max(releaseNotesLength, `Must be at most ${releaseNotesLength} characters`),
});
