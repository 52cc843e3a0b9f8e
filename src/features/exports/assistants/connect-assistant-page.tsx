import { Stack, Text } from '@mantine/core';
import type { AuthorizationRequest } from '@quartermaster/contract/endpoints/assistants.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { assistantQueries } from '../../../shared/data/assistants.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import classes from './connect-form.module.css';
import { ConnectForm } from './connect-form.tsx';
import { ConnectSkeleton } from './connect-skeleton.tsx';
import { NoProject } from './no-project.tsx';
import { ReturnLink } from './return-link.tsx';

const parameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const satisfies readonly (keyof AuthorizationRequest)[];

/** What an assistant asks for that opened this page: a person reads it, and allows or denies it. */
export function ConnectAssistantPage() {
  const { search } = useLocation();
  const request = useMemo(() => requestOf(search), [search]);
  const asked = useQuery(assistantQueries.request(useRequest(), request));
  const listed = useQuery(workspaceQueries.list(useRequest()));
  const [allowedUrl, setAllowedUrl] = useState<string>();
  const projects = listed.data?.workspaces.flatMap((workspace) =>
    workspace.projects.map((project) => ({ ...project, label: `${project.name} (${workspace.name})` })),
  );
  return (
    <>
      <PageHeader title="Connect an assistant" back={{ label: 'Dashboard', to: paths.home }} />
      {asked.isError ? (
        <NotAnswered error={asked.error} retry={() => void asked.refetch()} />
      ) : listed.isError && !projects ? (
        <NotAnswered error={listed.error} retry={() => void listed.refetch()} />
      ) : !asked.data || !projects ? (
        <ConnectSkeleton />
      ) : allowedUrl ? (
        <Connected name={asked.data.client_name} url={allowedUrl} />
      ) : projects.length === 0 ? (
        <NoProject asked={asked.data} />
      ) : (
        <ConnectForm asked={asked.data} request={request} projects={projects} onAllowed={setAllowedUrl} />
      )}
    </>
  );
}

function requestOf(search: string): AuthorizationRequest {
  const query = new URLSearchParams(search);
  const entries = parameters.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []));
  return Object.fromEntries(entries);
}

/** A refused request is the same at each attempt; only the assistant can make another one. */
function NotAnswered({ error, retry }: { error: unknown; retry: () => void }) {
  const isRefused = error instanceof HttpError && error.status === 422;
  const details = isRefused ? (error.body.details as { return_url?: string } | undefined) : undefined;
  return (
    <Stack align="center" gap="md" className={classes.form}>
      <ErrorState
        error={error}
        title={isRefused ? 'This assistant cannot be connected' : 'The request could not be loaded'}
        {...(!isRefused && { retry })}
      />
      {details?.return_url && <ReturnLink url={details.return_url}>Return to the assistant</ReturnLink>}
    </Stack>
  );
}

const Connected = ({ name, url }: { name: string; url: string }) => (
  <Stack gap="md" maw={560} align="flex-start" role="status" className={classes.form}>
    <Text>
      You have allowed <strong>{name}</strong>. Return to it to finish.
    </Text>
    <ReturnLink url={url} isFollowed>
      Return to {name}
    </ReturnLink>
  </Stack>
);
