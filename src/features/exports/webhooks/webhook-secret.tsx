import { SecretNotice } from '../../../shared/ui/secret-notice.tsx';

/** The new secret of a webhook. */
export const WebhookSecret = (props: { secret: string; onClose: () => void }) => (
  <SecretNotice
    label="Secret"
    text="Copy the secret now: it is not shown again. Your receiver verifies with it that a message comes from here."
    {...props}
  />
);
