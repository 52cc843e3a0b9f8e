import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { releaseRule } from '@quartermaster/contract/rules/releases.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InferType } from 'yup';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { releaseQueries, usePlanRelease } from '../../../shared/data/sync/releases.ts';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import type { SelectionActions } from '../dialog/check-problems.tsx';
import { CheckResult } from '../dialog/check-result.tsx';
import { CheckState } from '../dialog/check-state.tsx';
import { decisionsAbout, isBlocked, isDecided, noDecisions, resolutionOf } from '../dialog/decisions.ts';
import { useSyncCheck } from '../dialog/use-sync-check.ts';
import { AlsoPlanned } from './also-planned.tsx';
import { chosenTime, missingInTime, TimeFields, toReleaseTime } from './time/time-fields.tsx';
import { useTimeErrors } from './time/use-time-errors.ts';

interface PlanReleaseDialogProps extends SelectionActions {
  opened: boolean;
  source: Environment;
  target: Environment;
  /** The instance with the target's content, for deciding conflicts by field; undefined where that is not possible. */
  targetId?: number | undefined;
  scope: Extract<SyncScope, { kind: 'all' | 'selection' }>;
  /** The time zone at first; that of the calendar if omitted. */
  zone?: string | undefined;
  /** What is published, as text. */
  amount: string;
  onClose: () => void;
  /** The selection is stale. */
  onChanged: () => void;
}

/** Plans a release of a selection or of everything, and then shows its link. */
export const PlanReleaseDialog = ({ opened, onClose, ...form }: PlanReleaseDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="New release" size="lg" isSticky>
    <PlanForm isOpen={opened} onClose={onClose} {...form} />
  </FormDialog>
);

const noTime = { publish_at: null, time_zone: null };

function PlanForm(props: Omit<PlanReleaseDialogProps, 'opened'> & { isOpen: boolean }) {
  const { isOpen, source, target, targetId, scope, amount, onClose, onChanged, onInclude, onLeaveOut } = props;
  const instanceId = useInstanceId();
  const request = useRequest();
  const content = scope.kind === 'selection' ? scope.selection : null;
  const [made, setMade] = useState<number>();
  const [time, setTime] = useState(() => chosenTime(noTime, props.zone));
  const [exportsAfter, setExportsAfter] = useState(false);
  const [allDecisions, setDecisions] = useState(noDecisions);
  const isAsking = isOpen && made === undefined;
  const { query, isChecked, isOutdated, include } = useSyncCheck({ scope, isOpen: isAsking, onInclude, onChanged });
  const overlaps = useQuery({ ...releaseQueries.overlaps(request, instanceId, content), enabled: isAsking });
  const check: ChangeSetCheck | undefined = query.data;
  const decisions = check ? decisionsAbout(check, allDecisions) : noDecisions;
  const { mutateAsync } = usePlanRelease(instanceId);
  const { register, submit, errors, error, isSubmitting } = useRuleForm<InferType<typeof releaseRule>, { id: number }>(
    releaseRule,
    {
      defaultValues: { name: '', notes: '' },
      guard: false,
      onSubmit: ({ name, notes }) => {
        if (!check) throw new Error('The changes are not checked yet.');
        const resolution = resolutionOf(check, decisions);
        const plan = { name, notes, content, seen: check.revision, exports_after: exportsAfter };
        return mutateAsync({ ...plan, ...resolution, ...toReleaseTime(time) });
      },
      onSaved: ({ id }) => setMade(id),
    },
  );
  const { errors: timeErrors, rest } = useTimeErrors(error, time);
  if (made !== undefined) return <Made id={made} isPlanned={time.at !== null} onClose={onClose} />;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={time.at === null ? 'Create release' : 'Plan release'}
      isSubmitting={isSubmitting}
      isReady={isChecked && check !== undefined && isDecided(check, decisions) && missingInTime(time) === undefined}
      notReady={notReadyText({ check: isChecked ? check : undefined, error: query.error, time })}
    >
      <ErrorCallout error={rest} />
      <Text size="sm">{amount}</Text>
      <TextInput
        label="Name"
        placeholder="1.4.2, Halloween"
        withAsterisk
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      <TimeFields value={time} onChange={setTime} errors={timeErrors} />
      <Text size="sm" c="dimmed">
        {time.at === null
          ? 'Without a time it waits until someone publishes it.'
          : `It is checked again at that time, and applied to ${target.toLowerCase()} whole or not at all.`}
      </Text>
      <Textarea
        label="Notes"
        description="Optional. What this release is for."
        rows={2}
        error={errors.notes?.message}
        {...register('notes')}
      />
      <Checkbox
        label={`Export ${target.toLowerCase()} afterwards`}
        description="Channels that follow exports then point at the new build."
        checked={exportsAfter}
        onChange={(event) => setExportsAfter(event.currentTarget.checked)}
      />
      {/* Last, as it comes later and can be long: nothing above it moves. */}
      <AlsoPlanned overlaps={overlaps.data ?? []} />
      {check && (
        <CheckResult
          check={check}
          target={target}
          sides={{ source: source.toLowerCase(), target: target.toLowerCase() }}
          decisions={decisions}
          onDecide={setDecisions}
          targetId={targetId}
          onInclude={include}
          onLeaveOut={onLeaveOut}
          isBusy={query.isPlaceholderData}
        />
      )}
      {!isOutdated && <CheckState query={query} />}
    </DialogForm>
  );
}

interface NotReady {
  check: ChangeSetCheck | undefined;
  error: Error | null;
  time: Parameters<typeof missingInTime>[0];
}

/** What is missing before a release can be planned. */
function notReadyText({ check, error, time }: NotReady): string {
  const missing = missingInTime(time);
  if (missing) return missing;
  if (error) return 'The changes could not be checked.';
  if (!check) return 'The changes are being checked.';
  return isBlocked(check) ? 'Solve the problems above first.' : 'Decide the conflicts above first.';
}

function Made({ id, isPlanned, onClose }: { id: number; isPlanned: boolean; onClose: () => void }) {
  const { hrefOf } = useServices();
  const path = releasePath(id, useInstanceId());
  const actions = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => actions.current?.querySelector('a')?.focus(), []);
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {isPlanned ? 'The release is planned.' : 'The release was created.'} Send this link to those who review it:
      </Text>
      <CopyBox label="Link" value={new URL(hrefOf(path), window.location.href).href} />
      <Group ref={actions} justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <LinkButton to={path} data-autofocus>
          Open the release
        </LinkButton>
      </Group>
    </Stack>
  );
}
