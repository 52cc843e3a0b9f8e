import { tokenPlaceRule } from '@quartermaster/contract/rules/project-tokens.ts';
import { boolean, type InferType, string } from 'yup';

/** The form in which a person allows an assistant. */
export const connectRule = tokenPlaceRule.shape({
  projectId: string().required('Choose a project'),
  mayPropose: boolean().required(),
  days: string().required(),
});

/** What is chosen in it. */
export type ConnectValues = InferType<typeof connectRule>;
