import type { Report, ReportDetails } from '../../shared/services/report.ts';
import type { SentryOptions } from '../context/host-api.ts';
import { deferredFetch } from './deferred-fetch.ts';
import type { SentryReporter } from './sentry-reporter.ts';

/** Error reporting of one console; all methods are safe to call in any network state. */
export interface ErrorReporting {
  report: Report;
  /** Sends the pending reports, and ignores later ones. */
  stop: () => void;
  /** Undoes `stop`. */
  resume: () => void;
}

const off: ErrorReporting = { report: () => undefined, stop: () => undefined, resume: () => undefined };

/** Reports errors to Sentry if a DSN is configured; its code is loaded only then. */
export function startErrorReporting(sentry: SentryOptions | undefined): ErrorReporting {
  if (!sentry) return off;
  let isStopped = false;
  const reported = new WeakSet<object>();
  let loading: Promise<SentryReporter | null> | undefined;

  const load = () => {
    loading ??= import('./sentry-reporter.ts').then(
      ({ createSentryReporter }) => createSentryReporter(sentry),
      () => {
        // Loading failed, probably because the network is down; the next error retries.
        loading = undefined;
        return null;
      },
    );
    return loading;
  };
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    timer = setTimeout(load, deferredFetch);
  };
  start();

  return {
    report: (error: unknown, details: ReportDetails = {}) => {
      if (isStopped) return;
      // An error shown in two places is reported once.
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
      loading = undefined;
    },
    resume: () => {
      isStopped = false;
      start();
    },
  };
}
