import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { CompanyDomain } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { companyDomainRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import { useRef } from 'react';
import { useAddDomain, useCheckDomain, useRemoveDomain } from '../../../shared/data/company-sign-in.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import classes from '../settings.module.css';

interface DomainsProps {
  workspaceId: number;
  domains: readonly CompanyDomain[];
  mayChange: boolean;
  mayClose: boolean;
}

/** The email domains whose people sign in by the provider. */
export function Domains({ workspaceId, domains, mayChange, mayClose }: DomainsProps) {
  const addDomain = useAddDomain(workspaceId);
  const list = useRef<HTMLUListElement>(null);
  const { register, submit, errors, error, isSubmitting, reset } = useRuleForm(companyDomainRule, {
    defaultValues: { domain: '' },
    guard: false,
    onSubmit: ({ domain }) => addDomain.mutateAsync(domain),
    onSaved: () => reset({ domain: '' }),
  });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Email addresses of a verified domain lead to your provider, and nowhere else. A domain is verified by a TXT
        record in its DNS.
      </Text>
      {domains.length > 0 && (
        <ul className={classes.list} ref={list} tabIndex={-1} aria-label="Domains">
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              workspaceId={workspaceId}
              domain={domain}
              mayChange={mayChange}
              mayClose={mayClose}
              onRemoved={() => list.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {mayChange && (
        <form onSubmit={submit} noValidate>
          <Stack gap="xs">
            <ErrorCallout error={error} />
            <Group gap="xs" align="flex-end">
              <TextInput
                label="New domain"
                placeholder="studio.example"
                autoComplete="off"
                style={{ flex: 1, maxWidth: 400 }}
                error={errors.domain?.message}
                {...register('domain')}
              />
              <Button type="submit" variant="default" loading={isSubmitting}>
                Add domain
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}

interface DomainRowProps {
  workspaceId: number;
  domain: CompanyDomain;
  mayChange: boolean;
  mayClose: boolean;
  onRemoved: () => void;
}

function DomainRow(props: DomainRowProps) {
  const { workspaceId, mayChange, mayClose, onRemoved } = props;
  const { id, domain, record, verified_at } = props.domain;
  const checkDomain = useCheckDomain(workspaceId);
  const removeDomain = useRemoveDomain(workspaceId);
  const isVerified = verified_at !== null;
  return (
    <li className={classes.row}>
      <Group gap="xs" style={{ flex: 1 }}>
        <Text size="sm" fw={500}>
          {domain}
        </Text>
        <Badge variant="light" color={isVerified ? 'green' : 'amber'}>
          {isVerified ? 'Verified' : 'Not verified'}
        </Badge>
      </Group>
      {!isVerified && mayChange && (
        <BusyButton
          size="xs"
          aria-label={`Check ${domain}`}
          isBusy={checkDomain.isPending}
          isIdle={false}
          onClick={() => checkDomain.mutate(id)}
        >
          Check
        </BusyButton>
      )}
      {mayClose && (
        <BusyButton
          size="xs"
          aria-label={`Remove ${domain}`}
          isBusy={removeDomain.isPending}
          isIdle={false}
          onClick={() => removeDomain.mutate(id, { onSuccess: onRemoved })}
        >
          Remove
        </BusyButton>
      )}
      {!isVerified && (
        <div style={{ width: '100%' }}>
          <CopyBox label="TXT record" value={record} />
        </div>
      )}
      <div style={{ width: '100%' }} role="status">
        <ErrorCallout error={checkDomain.error ?? removeDomain.error} />
      </div>
    </li>
  );
}
