import { StartError } from '../core/base/errors.ts';

/** Why an archive cannot be written, read or restored, as one sentence for the terminal. */
export class ArchiveError extends StartError {}
