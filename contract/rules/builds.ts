import { object, string } from 'yup';
import { gameVersionPattern, wrongGameVersion } from '../game-version.ts';

/** The longest name of a build, in characters. */
export const buildNameLength = 96;

/** The form that starts an export. */
export const startExportRule = object({
  smallest_game_version: string().trim().default('').matches(new RegExp(gameVersionPattern), {
    message: wrongGameVersion,
    excludeEmptyString: true,
  }),
});

/** The form that names a build; an empty name takes it away. */
export const buildNameRule = object({
  name: string().trim().default('').max(buildNameLength, `Must be at most ${buildNameLength} characters`),
});

/** The longest name of a channel, in characters. */
export const channelNameLength = 32;

/** The form of a channel's name. */
export const channelNamePattern = `^[a-z][a-z0-9-]{0,${channelNameLength - 1}}$`;

/** The form that creates a channel. */
export const newChannelRule = object({
  name: string()
    .trim()
    .required('Name is a required field')
    .max(channelNameLength, `Must be at most ${channelNameLength} characters`)
    .matches(new RegExp(channelNamePattern), 'Must be small letters, digits and hyphens, and begin with a letter'),
});
