import { Button, Stack } from '@mantine/core';
import { hasPasskeys } from '../../shared/data/passkey-ceremony.ts';
import { useSignInByPasskey } from '../../shared/data/passkeys.ts';
import { useServices } from '../../shared/services/services.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

interface PasskeyButtonProps {
  label: string;
  onAttempt: () => void;
  onSignedIn: (expiresAt: number) => void;
}

/** Signs in by a passkey alone. It is made for the console's address, so that a portal at another one has none. */
export function PasskeyButton({ label, onAttempt, onSignedIn }: PasskeyButtonProps) {
  const { ownsDocument } = useServices();
  const signIn = useSignInByPasskey();
  if (!ownsDocument || !hasPasskeys()) return null;
  const start = () => {
    onAttempt();
    signIn.mutate(undefined, { onSuccess: ({ expires_at }) => onSignedIn(expires_at) });
  };
  return (
    <Stack gap="xs">
      <ErrorCallout error={signIn.error} />
      <Button variant="default" fullWidth loading={signIn.isPending} onClick={start}>
        {label}
      </Button>
    </Stack>
  );
}
