import { object, ref, string } from 'yup';

/** What a new password must be, in the order of the checklist; each has a sentence of its own. */
export const passwordChecks: readonly { message: string; isMet: (password: string) => boolean }[] = [
  { message: 'Password must be at least 8 characters', isMet: (password) => password.length >= 8 },
  { message: 'Must include at least 1 number', isMet: (password) => /\d/.test(password) },
  {
    message: 'Must use a mix of uppercase and lowercase letters',
    isMet: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
  { message: 'No spaces allowed', isMet: (password) => password !== '' && !/\s/.test(password) },
];

const password = string()
  .required('Password is a required field')
  .test((value, { createError }) => {
    const missed = passwordChecks.find(({ isMet }) => !isMet(value));
    return missed === undefined || createError({ message: missed.message });
  });

/** What a new password may be, as the server takes it. */
export const passwordRule = object({ password });

/** What the page for a new password takes: the password, typed twice. */
export const newPasswordRule = object({
  password,
  confirmation: string()
    .required('Required field')
    // Nothing typed yet is no other password.
    .oneOf([ref('password'), ''], 'Passwords must match'),
});
