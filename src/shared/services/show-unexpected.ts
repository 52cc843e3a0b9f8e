import { eventIdOf } from '../http/event-id.ts';
import type { Services } from './services.ts';

/** Shown for an error that is neither a failed rule nor a response of the server. */
export const unexpectedError = 'An unexpected error occurred';

/** Reports a defect and shows it in a toast, with the id under which it was reported. */
export function showUnexpected({ notify, report }: Pick<Services, 'notify' | 'report'>, title: string, error: unknown) {
  report(error, { operation: title });
  notify.error(title, unexpectedError, eventIdOf(error));
}
