import { Text } from '@mantine/core';
import { HttpError } from '../../shared/http/http-error.ts';
import type { Crumb } from '../../shared/services/services.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';

interface TemplateNotLoadedProps {
  title: string;
  back: Crumb;
  error: unknown;
  retry: () => void;
  /** Said in place of the error's own words where there is no such template. */
  notFound?: string;
  /** Said below the error, whatever it is. */
  hint?: string;
}

/** In place of the editor of a template that could not be loaded, or that is not there. */
export function TemplateNotLoaded({ title, back, error, retry, notFound, hint }: TemplateNotLoadedProps) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorState
        error={error}
        title="The template could not be loaded"
        retry={retry}
        {...(isMissing && notFound ? { message: notFound } : {})}
      />
      {hint && (
        <Text c="dimmed" ta="center">
          {hint}
        </Text>
      )}
    </>
  );
}
