import { array, object, string } from 'yup';
import { type Environment, environments, type TokenScope, tokenScopes } from '../access.ts';
import { nameText } from './name.ts';

const longestName = 64;

/** Where a token of a project is valid. */
export const tokenPlaceRule = object({
  environments: array(string<Environment>().oneOf(environments).defined())
    .required()
    .min(1, 'Choose at least one environment'),
});

/** The form of a token of a project. */
export const projectTokenRule = tokenPlaceRule.shape({
  name: nameText().required('Name is a required field').max(longestName, `Must be at most ${longestName} characters`),
  scopes: array(string<TokenScope>().oneOf(tokenScopes).defined()).required().min(1, 'Choose at least one scope'),
});
