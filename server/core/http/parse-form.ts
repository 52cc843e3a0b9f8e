import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { AppError } from '../base/errors.ts';
import { refuseUnstorableTexts } from './validation.ts';

/** Parses a form (`application/x-www-form-urlencoded`) to an object of strings; a repeated name is rejected. */
export function parseForm(bytes: Buffer): Record<string, string> | undefined {
  if (bytes.length === 0) return undefined;
  const reason = findNotUtf8(bytes);
  if (reason !== undefined)
    throw new AppError('malformed', { message: `The request ${reason}. Send a form in UTF-8.` });
  const fields = [...new URLSearchParams(bytes.toString())];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length)
    throw new AppError('malformed', { message: 'A field of the form was sent twice. Send each once.' });
  refuseUnstorableTexts(form);
  return form;
}
