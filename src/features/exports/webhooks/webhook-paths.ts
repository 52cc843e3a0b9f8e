import { paths } from '@quartermaster/contract/paths.ts';

/** The address of the webhooks. */
export const webhooksPath = `${paths.exportedData}?view=webhooks`;

/** The address of the log of a webhook. */
export const logPath = (webhookId: number): string => `${webhooksPath}&webhook=${webhookId}`;

/** The webhook whose log an address shows. */
export const loggedWebhook = (search: string): number | undefined =>
  Number(new URLSearchParams(search).get('webhook')) || undefined;
