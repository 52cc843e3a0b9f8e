import { object, ref, string } from 'yup';

/** Requirements for a new password, in checklist order, each with its message. */
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

/** Validates a new password; also used by the server. */
export const passwordRule = object({ password });

/** Validates the new-password form: the password, typed twice. */
export const newPasswordRule = object({
  password,
  confirmation: string()
    .required('Required field')
    // An empty second password shows only its own error.
    .oneOf([ref('password'), ''], 'Passwords must match'),
});
