import { catalogue, errors } from '@quartermaster/contract/errors.ts';
import { HttpError } from './http-error.ts';

/**
 * The error message for users. In order of precedence: the catalogue's message for the status code, the error field if
 * it is a sentence rather than a code, the message field, the generic message.
 */
export function errorText(error: unknown): string {
  if (error instanceof HttpError) {
    const { status_code, error: field, message } = error.body;
    const sentence = catalogue[status_code as keyof typeof catalogue];
    return sentence ?? (isSentence(field) ? field : message || errors.internal.message);
  }
  return error instanceof Error && error.message ? error.message : errors.internal.message;
}

const isSentence = (text: unknown): text is string => typeof text === 'string' && /\s/.test(text.trim());
