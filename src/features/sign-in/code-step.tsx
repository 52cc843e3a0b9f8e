import { Anchor, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface CodeStepProps {
  email: string;
  input: TextInputProps;
  /** Returns to the email and the password. */
  onBack: () => void;
}

/** Asks for a code of the second factor, or for a recovery code. */
export function CodeStep({ email, input, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      <Text size="sm" role="status">
        Your password is right. Enter a code for <strong>{email}</strong>.
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
        <Anchor component="button" type="button" inherit onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Anchor>
        {' · '}
        <Anchor component="button" type="button" inherit onClick={onBack}>
          Back
        </Anchor>
      </Text>
    </>
  );
}
