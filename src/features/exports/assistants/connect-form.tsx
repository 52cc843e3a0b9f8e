import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { AssistantRequest, AuthorizationRequest } from '@quartermaster/contract/endpoints/assistants.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useAllowAssistant } from '../../../shared/data/assistants.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { EnvironmentBoxes } from '../tokens/environment-boxes.tsx';
import { expiryAfter, validity } from '../tokens/new-token-rule.ts';
import classes from './connect-form.module.css';
import { type ConnectValues, connectRule } from './connect-rule.ts';
import { ReturnLink } from './return-link.tsx';
import { useOpenEnvironments } from './use-open-environments.ts';

interface ConnectFormProps {
  asked: AssistantRequest;
  request: AuthorizationRequest;
  projects: readonly (Project & { label: string })[];
  onAllowed: (url: string) => void;
}

const { never: _, ...limited } = validity;
const validFor = Object.entries(limited).map(([value, label]) => ({ value, label }));

/** What an assistant asks for, what of it is allowed, and what it can never do. */
export function ConnectForm({ asked, request, projects, onAllowed }: ConnectFormProps) {
  const { client_name: name, destination, scopes, denied_url } = asked;
  const context = useInstanceContext();
  const asksToPropose = scopes.includes('propose');
  const { mutateAsync } = useAllowAssistant();
  const { register, submit, errors, error, isSubmitting, control, setValue } = useRuleForm<
    ConnectValues,
    { allowed_url: string }
  >(connectRule, {
    defaultValues: {
      projectId: String(context?.project.id ?? projects[0]?.id ?? ''),
      mayPropose: asksToPropose,
      environments: context ? [context.env] : [],
      days: '30',
    },
    guard: false,
    onSubmit: ({ projectId, mayPropose, environments, days }) => {
      const instances = projects.find(({ id }) => String(id) === projectId)?.instances ?? [];
      return mutateAsync({
        instanceId: instances.find(({ env }) => environments.includes(env))?.id ?? 0,
        request,
        scopes: scopes.filter((scope) => scope !== 'propose' || mayPropose),
        environments,
        expires_at: expiryAfter(days) ?? '',
      });
    },
    onSaved: ({ allowed_url }) => onAllowed(allowed_url),
  });
  const [projectId, mayPropose, chosen] = useWatch({ control, name: ['projectId', 'mayPropose', 'environments'] });
  const proposable = chosen.filter((env) => env !== 'Prod');
  const instances = projects.find(({ id }) => String(id) === projectId)?.instances ?? [];
  const { isPending, isClosed, problem } = useOpenEnvironments(instances);
  // A closed one is disabled: the user could not untick it.
  const hasClosed = chosen.some(isClosed);
  const untickClosed = useEffectEvent(() => {
    const open = chosen.filter((env) => !isClosed(env));
    setValue('environments', open);
  });
  useEffect(() => {
    if (hasClosed) untickClosed();
  }, [hasClosed]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={560} className={classes.form}>
        <Text>
          <strong>{name}</strong> asks to work with your content. The answer is sent to <strong>{destination}</strong>.
        </Text>
        <Alert color="amber" variant="light" role="note">
          An assistant chooses its name itself. Continue only if you have just started this in {name}.
        </Alert>
        <ErrorCallout error={error} />
        <NativeSelect
          label="Project"
          data={projects.map(({ id, label }) => ({ value: String(id), label }))}
          error={errors.projectId?.message}
          {...register('projectId')}
        />
        <EnvironmentBoxes instances={instances} input={register('environments')} error={errors.environments} />
        {asksToPropose && scopes.length > 1 && (
          <Checkbox
            label="It may propose changes"
            description="People see a proposal field by field, and apply or decline it."
            {...register('mayPropose')}
          />
        )}
        <NativeSelect label="Valid for" data={validFor} error={errors.days?.message} {...register('days')} />
        <Abilities title="It can">
          {scopes.includes('read') && <li>read templates, items, their links and their history there</li>}
          {mayPropose && proposable.length > 0 && (
            <li>check changes of items, and propose them in {proposable.join(' and ')}</li>
          )}
        </Abilities>
        <Abilities title="It cannot">
          <li>save, apply, delete, sync, publish or export anything</li>
          <li>see or change members, billing, tokens or webhooks</li>
          <li>exceed your own permissions</li>
        </Abilities>
        <Text size="sm" c="dimmed">
          The connection is listed in Export settings, Tokens, where it can be revoked at any time.
        </Text>
        {problem !== undefined && (
          <Alert color="red" variant="light" role="status">
            {problem}
          </Alert>
        )}
        <Group gap="sm">
          {problem === undefined && (
            <Button type="submit" loading={isSubmitting} disabled={chosen.some(isPending)}>
              Allow
            </Button>
          )}
          <ReturnLink url={denied_url}>Deny</ReturnLink>
        </Group>
      </Stack>
    </form>
  );
}

const Abilities = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="sm" mb={4}>
      {title}
    </Title>
    <ul className={classes.abilities}>{children}</ul>
  </section>
);
