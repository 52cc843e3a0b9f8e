import { AppError } from '../base/errors.ts';

/** What the server needs of a rule of the contract. */
interface Rule<T> {
  validate: (value: unknown, options: { abortEarly: boolean }) => Promise<T>;
}

/** What a rule throws: itself with a path, or one such error for each field that it found wrong. */
interface Broken {
  path?: string;
  message: string;
  inner: Broken[];
}

const isBroken = (error: unknown): error is Broken =>
  error instanceof Error && error.name === 'ValidationError' && 'inner' in error;

/**
 * Holds input to the rule that the form has too, and answers it as the rule reads it (spaces at the ends are gone).
 * Throws 422 with the first sentence for each field, by its path in the body.
 */
export async function checkRule<T>(rule: Rule<T>, input: unknown): Promise<T> {
  try {
    return await rule.validate(input, { abortEarly: false });
  } catch (error) {
    if (!isBroken(error)) throw error;
    const fields: Record<string, string> = {};
    for (const { path = '', message } of error.inner.length > 0 ? error.inner : [error]) fields[path] ??= message;
    throw new AppError('invalid', { fields });
  }
}
