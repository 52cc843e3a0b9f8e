import { type Environment, environments } from '@quartermaster/contract/access.ts';
import { array, boolean, type InferType, object, string } from 'yup';

/** The form in which a person allows an assistant. */
export const connectRule = object({
  projectId: string().required('Choose a project'),
  mayPropose: boolean().required(),
  environments: array(string<Environment>().oneOf(environments).defined())
    .required()
    .min(1, 'Choose at least one environment'),
  days: string().required(),
});

/** What is chosen in it. */
export type ConnectValues = InferType<typeof connectRule>;
