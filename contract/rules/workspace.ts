import { object } from 'yup';
import { nameText } from './name.ts';

const name = nameText().required('Workspace name is a required field');

/** Validates the name of a new workspace; this is also the server's limit. */
export const newWorkspaceRule = object({ name: name.max(64, 'Maximum 64 characters allowed') });

/** Validates a new name in the workspace's settings. */
export const workspaceNameRule = object({ name: name.max(32, 'Maximum 32 characters allowed') });
