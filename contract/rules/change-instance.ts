import { number, object } from 'yup';

/** Validates the instance switcher: ids of a project and of one of its instances. */
export const changeInstanceRule = object({
  projectId: number().required('Project is a required field'),
  instanceId: number().required('Instance is a required field'),
});
