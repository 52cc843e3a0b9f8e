import { catalogue, errors } from '@quartermaster/contract/errors.ts';
import { HttpError } from './http-error.ts';

/**
 * The sentence that a person reads. The status code decides first, where the catalogue has a sentence for it; then the
 * error field, where it is a sentence and no machine's word; then the message; then the general sentence.
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
