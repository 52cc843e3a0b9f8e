import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  checkLimits,
  type FailureMode,
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
} from '@quartermaster/contract/webhook-events.ts';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ChoicesFieldset } from '../choices-fieldset.tsx';

/** What is typed in the form of a webhook. */
export interface WebhookValues {
  url: string;
  events: WebhookEvent[];
  /** An empty text in the input. */
  before_saves: FailureMode | null;
  is_active: boolean;
}

interface WebhookFieldsProps {
  register: UseFormRegister<WebhookValues>;
  errors: FieldErrors<WebhookValues>;
}

const checkChoices = [
  { value: '', label: 'No' },
  { value: 'open', label: 'Yes; if it fails, saves go through' },
  { value: 'closed', label: 'Yes; if it fails, saves are refused' },
];

/** The inputs of a webhook: its address, its events, and whether it is asked before saves. */
export const WebhookFields = ({ register, errors }: WebhookFieldsProps) => (
  <>
    <TextInput
      label="Address"
      placeholder="https://build.example.com/hooks/quartermaster"
      description="It is called with POST and JSON."
      type="url"
      autoComplete="off"
      data-autofocus
      error={errors.url?.message}
      {...register('url')}
    />
    <ChoicesFieldset legend="Events" error={errors.events}>
      <Stack gap="xs">
        {webhookEventNames.map((name) => (
          <Checkbox key={name} value={name} label={name} description={webhookEvents[name]} {...register('events')} />
        ))}
      </Stack>
    </ChoicesFieldset>
    <NativeSelect
      label="Asked before saves"
      description={`It gets the content of items before they are saved, synced or imported, and can refuse them. Each save waits for it, ${checkLimits.seconds} seconds at most.`}
      data={checkChoices}
      error={errors.before_saves?.message}
      {...register('before_saves')}
    />
  </>
);
