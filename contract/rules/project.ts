import { number, object, string } from 'yup';
import { nameText } from './name.ts';

const name = nameText().required('Project name is a required field').max(32, 'Maximum 32 characters allowed');

/** What makes a project: its name and the workspace that it belongs to. */
export const newProjectRule = object({
  project_name: name,
  workspace_id: number().required('Workspace is a required field'),
});

/** What a project may be renamed to. */
export const projectNameRule = object({ name });

/** What has to be typed before a project is deleted: its very name. */
export const deleteProjectRule = (projectName: string) =>
  object({
    name: string()
      .required(`Project name you entered does not match ${projectName}`)
      .oneOf([projectName], `Project name you entered does not match ${projectName}`),
  });
