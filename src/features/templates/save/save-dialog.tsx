import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useEffect, useId, useRef } from 'react';
import { ChangeTabs } from '../../../shared/template-changes/change-tabs.tsx';
import { type OptionReplacements, withReplaced } from '../../../shared/template-changes/option-replacements.ts';
import { countOf, isNoChange, type TemplateChanges } from '../../../shared/template-changes/template-changes.ts';
import { count } from '../../../shared/ui/count.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { useDelayed } from '../../../shared/ui/lazy/delayed.tsx';
import { texts } from '../../../shared/ui/texts.ts';

/** The dry run of a save: how it would affect the items. */
export interface DryRun {
  isPending: boolean;
  error: unknown;
  /** Undefined for a new template, which has no items. */
  answer: Output<typeof templates.dryRun> | undefined;
  retry: () => void;
}

interface SaveDialogProps {
  opened: boolean;
  isNew: boolean;
  templateId: string;
  changes: TemplateChanges;
  dryRun: DryRun;
  /** Added fields that the template had before. */
  restored: ReadonlySet<string>;
  replacements: OptionReplacements;
  isSaving: boolean;
  /** The error of the last attempt to save. */
  error: unknown;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Shows what a save changes and how that affects existing items, before it is done. */
export function SaveDialog(props: SaveDialogProps) {
  const { opened, isNew, changes, dryRun, replacements, isSaving, error, onCancel, onConfirm } = props;
  const reason = useId();
  const isNothing = isNoChange(changes);
  const isKnown = isNew || isNothing || dryRun.answer !== undefined;
  const effects = dryRun.answer?.effects.map((effect) =>
    withReplaced(effect, replacements.byField.get(effect.field_id)),
  );
  const incompatible = effects?.reduce((sum, effect) => sum + effect.incompatible.count, 0) ?? 0;
  const isUndecided = effects?.some(
    ({ removed_options, incompatible: { count: left } }) => removed_options && left > 0,
  );
  const isReady = isKnown && incompatible === 0;
  return (
    <Dialog opened={opened} onClose={onCancel} title="Save template changes" size="lg" isBusy={isSaving}>
      <Stack gap="md">
        <ErrorCallout error={error} listsFields={false} />
        {isNothing ? <Text size="sm">Do you want to save the changes?</Text> : <Changes {...props} />}
        {incompatible > 0 && (
          <Text id={reason} size="sm" c="red">
            {count(incompatible, 'value of an item does', 'values of items do')} not fit.{' '}
            {isUndecided
              ? 'Choose what items get in place of the removed options.'
              : 'Nothing is saved until the settings or these values are changed.'}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            No, keep editing
          </Button>
          <ConfirmButton
            onClick={onConfirm}
            loading={isSaving}
            disabled={!isReady}
            {...(incompatible > 0 ? { 'aria-describedby': reason } : {})}
          />
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConfirmButtonProps {
  onClick: () => void;
  loading: boolean;
  disabled: boolean;
  'aria-describedby'?: string;
}

/** Takes the focus once it is enabled: a disabled button cannot have it when the dialog opens. */
function ConfirmButton({ disabled, ...props }: ConfirmButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!disabled) button.current?.focus();
  }, [disabled]);
  return (
    <Button ref={button} data-autofocus disabled={disabled} {...props}>
      Yes, save changes
    </Button>
  );
}

function Changes({ isNew, changes, dryRun, templateId, restored, replacements }: SaveDialogProps) {
  const isLate = useDelayed(dryRun.isPending);
  const answer = dryRun.answer;
  return (
    <>
      {!isNew && countOf(changes) > 0 && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
          These changes affect all existing items of this template
          {answer && ` (${count(answer.items, 'item')})`}.
        </Alert>
      )}
      <ChangeTabs
        changes={changes}
        effects={answer?.effects}
        total={answer?.items ?? 0}
        templateId={templateId}
        restored={restored}
        replacements={replacements}
      />
      {answer?.recomputed && (
        <Text size="sm">
          {count(answer.recomputed.length, 'computed field is', 'computed fields are')} computed again in{' '}
          {count(answer.items, 'item')}. Until that is done, filters and lists have the former values.
        </Text>
      )}
      <div role="status">
        {dryRun.isPending && isLate && (
          <Group gap="xs">
            <Loader size={16} />
            <Text size="sm">Checking the effect on items…</Text>
          </Group>
        )}
      </div>
      {dryRun.error !== null && !dryRun.isPending && (
        <Stack gap="xs" align="flex-start">
          <ErrorCallout error={dryRun.error} listsFields={false} />
          <Button variant="default" onClick={dryRun.retry}>
            {texts.tryAgain}
          </Button>
        </Stack>
      )}
    </>
  );
}
