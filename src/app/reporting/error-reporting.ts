import type { Report, ReportDetails } from '../../shared/services/report.ts';
import type { SentryOptions } from '../context/console-props.ts';
import { deferredFetch } from './deferred-fetch.ts';
import type { SentryReporter } from './sentry-reporter.ts';

/** Reports of one console; every method is safe to call whatever has become of the network. */
export interface ErrorReporting {
  report: Report;
  /** Sends what was reported before, and nothing that comes later. */
  stop: () => void;
}

const off: ErrorReporting = { report: () => undefined, stop: () => undefined };

/** Reports errors to Sentry where the console has a DSN; its code is fetched only then. */
export function startErrorReporting(sentry: SentryOptions | undefined): ErrorReporting {
  if (!sentry) return off;
  let isStopped = false;
  const reported = new WeakSet<object>();
  let loading: Promise<SentryReporter | null> | undefined;

  const load = () => {
    loading ??= import('./sentry-reporter.ts').then(
      ({ createSentryReporter }) => createSentryReporter(sentry),
      () => {
        // Without a line there is no reporting either; the next error tries again.
        loading = undefined;
        return null;
      },
    );
    return loading;
  };
  const timer = setTimeout(load, deferredFetch);

  return {
    report: (error: unknown, details: ReportDetails = {}) => {
      if (isStopped) return;
      // An error that is shown in two places is one error.
      if (typeof error === 'object' && error !== null) {
        if (reported.has(error)) return;
        reported.add(error);
      }
      void load().then((reporter) => reporter?.capture(error, details));
    },
    stop: () => {
      clearTimeout(timer);
      isStopped = true;
      void loading?.then((reporter) => reporter?.close());
    },
  };
}
