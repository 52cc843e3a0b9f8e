import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { factorDaysRule, longestFactorDays } from '@quartermaster/contract/rules/people/required-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { requiredFactorQueries, useSetRequiredFactor } from '../../../shared/data/required-factor.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { count } from '../../../shared/ui/count.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
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
  return (
    <Section title="Second factor">
      {data ? (
        <Stack gap="xs">
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
          {mayChange && <DaysForm key={String(data.days)} workspaceId={workspace.id} days={data.days} />}
        </Stack>
      ) : (
        <NotLoaded query={answer} title="The second factor could not be loaded">
          <Skeleton height={120} />
        </NotLoaded>
      )}
    </Section>
  );
}

function membersText({ members, without }: { members: number; without: number }): string {
  if (without === 0) return members === 1 ? 'You have one.' : 'All members have one.';
  return `${without} of ${count(members, 'member')} ${without === 1 ? 'has' : 'have'} none.`;
}

function DaysForm({ workspaceId, days }: { workspaceId: number; days: number | null }) {
  const set = useSetRequiredFactor(workspaceId);
  const leave = useSetRequiredFactor(workspaceId);
  const { register, submit, errors, error, isSubmitting, formState } = useRuleForm(factorDaysRule, {
    defaultValues: { days: days ?? usualDays },
    onSubmit: (values) => {
      leave.reset();
      return set.mutateAsync(values.days);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
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
