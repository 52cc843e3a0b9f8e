import { number, object, string } from 'yup';
import { nameText } from './name.ts';

const name = nameText().required('Project name is a required field').max(32, 'Maximum 32 characters allowed');

/** Validates a new project: its name and its workspace. */
export const newProjectRule = object({
  project_name: name,
  workspace_id: number().required('Workspace is a required field'),
});

/** Validates a new name for a project. */
export const projectNameRule = object({ name });

/** Validates the confirmation for deleting a project: its exact name. */
export const deleteProjectRule = (projectName: string) =>
  object({
    name: string()
      .required(`Project name you entered does not match ${projectName}`)
      .oneOf([projectName], `Project name you entered does not match ${projectName}`),
  });
