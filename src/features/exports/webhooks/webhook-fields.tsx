import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type WebhookEvent, webhookEventNames, webhookEvents } from '@quartermaster/contract/webhook-events.ts';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ChoicesFieldset } from '../choices-fieldset.tsx';

/** What is typed in the form of a webhook. */
export interface WebhookValues {
  url: string;
  events: WebhookEvent[];
  is_active: boolean;
}

interface WebhookFieldsProps {
  register: UseFormRegister<WebhookValues>;
  errors: FieldErrors<WebhookValues>;
}

/** The inputs of a webhook: its address and its events. */
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
  </>
);
