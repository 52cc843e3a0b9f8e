import { useMemo, useState } from 'react';
import type { ReleaseTime } from '../../../../shared/data/sync/releases.ts';
import { HttpError, withoutFields } from '../../../../shared/http/http-error.ts';

const timeFields: readonly string[] = ['publish_at', 'time_zone'] satisfies (keyof ReleaseTime)[];

/** What a failed call says about the time, until another one is chosen, and the rest of its error. */
export function useTimeErrors(error: unknown, time: unknown) {
  const [failed, setFailed] = useState({ error, time });
  if (failed.error !== error) setFailed({ error, time });
  const fields = error instanceof HttpError && failed.time === time ? error.body.fields : undefined;
  // The same error in each render: the callout hides that of a call without a response once the connection is back.
  const rest = useMemo(
    () => (error instanceof HttpError ? withoutFields(error, (path) => timeFields.includes(path)) : error),
    [error],
  );
  return {
    errors: { publish_at: fields?.publish_at, time_zone: fields?.time_zone },
    rest,
  };
}
