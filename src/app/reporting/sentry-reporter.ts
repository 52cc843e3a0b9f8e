import {
  BrowserClient,
  defaultStackParser,
  type ErrorEvent,
  type Exception,
  makeFetchTransport,
  Scope,
} from '@sentry/react';
import { eventIdOf } from '../../shared/http/event-id.ts';
import { HttpError, isRefusal } from '../../shared/http/http-error.ts';
import type { ReportDetails } from '../../shared/services/report.ts';
import type { SentryOptions } from '../context/host-api.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface SentryReporter {
  capture: (error: unknown, details: ReportDetails) => void;
  close: () => void;
}

/**
 * A client and scope for this console only: without integrations, so that nothing on the page is patched or observed,
 * and only errors captured here are sent. Traces are sampled as specified; none is started automatically.
 */
export function createSentryReporter({ dsn, environment, release }: SentryOptions): SentryReporter {
  const client = new BrowserClient({
    dsn,
    ...(environment === undefined ? {} : { environment }),
    ...(release === undefined ? {} : { release }),
    integrations: [],
    tracesSampleRate: 1,
    stackParser: defaultStackParser,
    sendClientReports: false,
    // The page's fetch: a host's `fetch` prop may add a token, and Sentry's default would look for an unpatched one in
    // a new iframe.
    transport: (options) => makeFetchTransport(options, (...request) => window.fetch(...request)),
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    beforeSend: onlyTheError,
  });
  const scope = new Scope();
  scope.setClient(client);
  client.init();

  return {
    capture: (error, { operation, isFatal }) => {
      const shownId = eventIdOf(error);
      const captured = scope.clone();
      captured.setLevel(isFatal ? 'fatal' : isRefusal(error) ? 'warning' : 'error');
      captured.setTag('error_id', shownId);
      if (operation !== undefined) captured.setTag('operation', operation);
      if (error instanceof HttpError) captured.setTag('status', error.body.status_code);
      const id = shownId.replaceAll('-', '');
      // An id from a third-party proxy is not valid for Sentry; then the event is found by its tag.
      const hint = /^[0-9a-f]{32}$/.test(id) ? { event_id: id } : {};
      client.captureException(toReported(error), hint, captured);
    },
    close: () => {
      // Removes its listeners now rather than after everything is sent, which may never happen.
      client.emit('close');
      void client.flush().then(() => {
        client.getOptions().enabled = false;
      });
    },
  };
}

/** A refusal's message may contain names or user input; its error code does not. */
function toReported(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const reported = new Error(`${error.status} ${error.body.error}`);
  reported.name = 'HttpError';
  if (error.stack !== undefined) reported.stack = error.stack;
  return reported;
}

/** Keeps only the error: a host's Sentry may have added data to the global scope that all clients share. */
function onlyTheError(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, environment, release, sdk, exception } = event;
  const { error_id, operation, status } = event.tags ?? {};
  const values = exception?.values?.map(cleaned) ?? [];
  const reported = { event_id, timestamp, platform, level, environment, release, sdk };
  const known = Object.entries({ ...reported, tags: { error_id, operation, status }, exception: { values } });
  return { type: undefined, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

function cleaned({ type, value, mechanism, stacktrace }: Exception): Exception {
  const frames = stacktrace?.frames?.map(({ filename, function: name, lineno, colno, in_app }) => ({
    ...(filename === undefined ? {} : { filename: withoutSecrets(filename) }),
    ...(name === undefined ? {} : { function: name }),
    ...(lineno === undefined ? {} : { lineno }),
    ...(colno === undefined ? {} : { colno }),
    ...(in_app === undefined ? {} : { in_app }),
  }));
  return {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value: withoutSecrets(value) }),
    ...(mechanism === undefined ? {} : { mechanism: { type: mechanism.type, handled: mechanism.handled ?? true } }),
    ...(frames === undefined ? {} : { stacktrace: { frames } }),
  };
}
