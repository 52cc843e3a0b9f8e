import { AppError } from '../base/errors.ts';

/** The part of a contract rule that the server uses. */
interface Rule<T> {
  validate: (value: unknown, options: { abortEarly: boolean }) => Promise<T>;
}

/** The error of a rule: one with a path, or a list of such errors, one per invalid field. */
interface Broken {
  path?: string;
  message: string;
  inner: Broken[];
}

const isBroken = (error: unknown): error is Broken =>
  error instanceof Error && error.name === 'ValidationError' && 'inner' in error;

/**
 * Validates input with the rule that the form uses too, and returns it as the rule parses it (trimmed). Throws 422 with
 * the first message for each field, by its path in the body.
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
