import { object, string } from 'yup';
import { gameVersionPattern } from '../game-version.ts';

/** The longest name of a build, in characters. */
export const buildNameLength = 96;

/** The form that starts an export. */
export const startExportRule = object({
  smallest_game_version: string().trim().default('').matches(new RegExp(gameVersionPattern), {
    message: 'Must be one to four numbers, such as 1.4.2',
    excludeEmptyString: true,
  }),
});

/** The form that names a build; an empty name takes it away. */
export const buildNameRule = object({
  name: string().trim().default('').max(buildNameLength, `Must be at most ${buildNameLength} characters`),
});
