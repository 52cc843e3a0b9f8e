import { object } from 'yup';
import { nameText } from './name.ts';

const name = nameText().required('Workspace name is a required field');

/** What the name of a new workspace may be, and what the server takes. */
export const newWorkspaceRule = object({ name: name.max(64, 'Maximum 64 characters allowed') });

/** What a workspace may be renamed to in its settings. */
export const workspaceNameRule = object({ name: name.max(32, 'Maximum 32 characters allowed') });
