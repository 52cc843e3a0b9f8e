import { Anchor, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** The second factors of an account. */
export interface Factors {
  hasApp: boolean;
  hasPasskey: boolean;
}

interface CodeStepProps {
  email: string;
  factors: Factors;
  input: TextInputProps;
  /** Returns to the email and the password. */
  onBack: () => void;
}

/** Asks for a code of the second factor, or for a recovery code. */
export function CodeStep({ email, factors, input, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(!factors.hasApp);
  return (
    <>
      <Text size="sm" role="status">
        Your password is right. {factors.hasPasskey ? 'Use a passkey, or enter a code' : 'Enter a code'} for{' '}
        <strong>{email}</strong>.
      </Text>
      {isRecovery ? (
        <TextInput
          key="recovery"
          label="Recovery code"
          description="Each works once"
          autoComplete="off"
          autoFocus
          {...input}
        />
      ) : (
        <TextInput
          key="code"
          label="Code"
          description="Six digits of your authenticator app"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          {...input}
        />
      )}
      <Text size="sm">
        {factors.hasApp && (
          <>
            <Anchor component="button" type="button" inherit onClick={() => setRecovery(!isRecovery)}>
              {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
            </Anchor>
            {' · '}
          </>
        )}
        <Anchor component="button" type="button" inherit onClick={onBack}>
          Back
        </Anchor>
      </Text>
    </>
  );
}
