import { Text } from '@mantine/core';
import { HttpError } from '../../shared/http/http-error.ts';
import type { Crumb } from '../../shared/services/services.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';

interface TemplateNotLoadedProps {
  title: string;
  back: Crumb;
  error: unknown;
  retry: () => void;
  /** Shown instead of the error's own message if there is no such template. */
  notFound?: string;
  /** Shown below any error. */
  hint?: string;
}

/** Shown instead of the editor if a template could not be loaded or does not exist. */
export function TemplateNotLoaded({ title, back, error, retry, notFound, hint }: TemplateNotLoadedProps) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorState
        error={error}
        title={texts.templateNotLoaded}
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
