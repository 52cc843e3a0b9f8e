import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { factorDaysRule, longestFactorDays } from '@quartermaster/contract/rules/people/required-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { requiredFactorQueries, useSetRequiredFactor } from '../../../shared/data/required-factor.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { count } from '../../../shared/ui/count.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useFocusFallback } from '../../../shared/ui/hooks/use-focus-fallback.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { Section } from '../section.tsx';

/** The days that are offered first. */
const usualDays = 7;

/** Whether members need a second factor of their own. */
export function RequiredFactor() {
  const workspace = useWorkspace();
  const mayChange = useRefusal(requiredFactor.set, workspace) === null;
  const answer = useQuery(requiredFactorQueries.get(useRequest(), workspace.id));
  const { data } = answer;
  const set = useSetRequiredFactor(workspace.id);
  const [asked, setAsked] = useState<number>();
  const content = useRef<HTMLDivElement>(null);
  const focusFallback = useFocusFallback(content);
  return (
    <Section title="Second factor">
      {data ? (
        <Stack gap="xs" ref={content} tabIndex={-1} style={{ outline: 'none' }} {...focusFallback.props}>
          <Text size="sm" c="dimmed">
            Members can be required to have one: an authenticator app or a passkey. Once their days are over, the
            workspace is closed to them until they do. Sessions by its company sign-in or a portal need none.
          </Text>
          <Text size="sm">
            {data.days === null ? 'Not required.' : 'Required.'} {membersText(data)}{' '}
            {data.days !== null && data.without > 0 && (
              <TextLink to={pathTo(paths.members, { workspaceId: workspace.id })}>Who has none</TextLink>
            )}
          </Text>
          {mayChange && (
            <DaysForm key={String(data.days)} workspaceId={workspace.id} requirement={data} onAsk={setAsked} />
          )}
        </Stack>
      ) : (
        <NotLoaded query={answer} title="The second factor could not be loaded">
          <Skeleton height={120} />
        </NotLoaded>
      )}
      {data && (
        <ConfirmDialog
          opened={asked !== undefined}
          title="Require a second factor"
          message={lockedOutText(data, asked ?? 0)}
          confirmLabel="Yes, require it"
          cancelLabel="Cancel"
          danger
          onCancel={() => setAsked(undefined)}
          onConfirm={async () => {
            if (asked !== undefined) await set.mutateAsync(asked);
            setAsked(undefined);
          }}
          onClosed={focusFallback.onClosed}
        />
      )}
    </Section>
  );
}

type Requirement = Output<typeof requiredFactor.get>;

function lockedOutText({ members, without }: Requirement, days: number): string {
  const none = `${without} of ${count(members, 'member')} ${without === 1 ? 'has' : 'have'} no second factor`;
  return days === 0
    ? `${none} and cannot open the workspace until they have one.`
    : `${none}. Those who still have none in ${count(days, 'day')} cannot open the workspace until they have one.`;
}

function membersText({ members, without }: Requirement): string {
  if (without === 0) return members === 1 ? 'You have one.' : 'All members have one.';
  return `${without} of ${count(members, 'member')} ${without === 1 ? 'has' : 'have'} none.`;
}

interface DaysFormProps {
  workspaceId: number;
  requirement: Requirement;
  /** Called instead of saving days that lock members out. */
  onAsk: (days: number) => void;
}

function DaysForm({ workspaceId, requirement: { days, without }, onAsk }: DaysFormProps) {
  const set = useSetRequiredFactor(workspaceId);
  const leave = useSetRequiredFactor(workspaceId);
  const { register, submit, handleSubmit, errors, error, isSubmitting, formState } = useRuleForm(factorDaysRule, {
    defaultValues: { days: days ?? usualDays },
    onSubmit: (values) => {
      leave.reset();
      return set.mutateAsync(values.days);
    },
  });
  const isHarder = (next: number) => without > 0 && (days === null || next < days);
  const askOrSubmit = handleSubmit((typed) => (isHarder(typed.days) ? onAsk(typed.days) : submit()));
  return (
    <form onSubmit={askOrSubmit} noValidate>
      <Stack gap="xs">
        <ErrorCallout error={error ?? leave.error} />
        <TextInput
          label="Days to set one up"
          description={`From 0 to ${longestFactorDays}; for members who join later, from then on`}
          inputMode="numeric"
          autoComplete="off"
          error={errors.days?.message}
          styles={{ input: { maxWidth: 100 } }}
          {...register('days')}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={isSubmitting} disabled={days !== null && !formState.isDirty}>
            {days === null ? 'Require a second factor' : 'Change days'}
          </Button>
          {days !== null && (
            <BusyButton variant="default" isBusy={leave.isPending} onClick={() => leave.mutate(null)}>
              Stop requiring it
            </BusyButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}
