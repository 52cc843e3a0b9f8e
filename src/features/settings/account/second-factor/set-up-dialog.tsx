import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQueries, useSetUpSecondFactor } from '../../../../shared/data/second-factor.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { CopyBox } from '../../../../shared/ui/copy/copy-box.tsx';
import { FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SetUpDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Turns the second factor on: the secret for the app and a code of it, then the recovery codes. */
export function SetUpDialog({ opened, onClose }: SetUpDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Set up authenticator app"
      isSticky
      onClosed={() => setCodes(null)}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onStored={onClose} />
      ) : (
        <Secret onClose={onClose} onDone={(added) => (added.length > 0 ? setCodes(added) : onClose())} />
      )}
    </FormDialog>
  );
}

function Secret({ onClose, onDone }: { onClose: () => void; onDone: (codes: readonly string[]) => void }) {
  const enrolment = useQuery(secondFactorQueries.enrolment(useRequest()));
  const setUp = useSetUpSecondFactor();
  const { data } = enrolment;
  if (!data)
    return (
      <NotLoaded query={enrolment} title="The QR code could not be loaded">
        <Skeleton height={200} />
      </NotLoaded>
    );
  return (
    <ProofForm
      codeHint="Six digits that the app shows"
      submitLabel="Turn on"
      onSubmit={(proof) => setUp.mutateAsync({ ...proof, enrolment: data.enrolment })}
      onSaved={({ recovery_codes }) => onDone(recovery_codes)}
      onCancel={onClose}
    >
      <Text size="sm">Scan this QR code with an authenticator app, or type the secret into it.</Text>
      <Stack gap="xs" align="center">
        <QrCode text={data.address} label="QR code of the secret" />
        <CopyBox label="Secret" value={data.secret} />
      </Stack>
    </ProofForm>
  );
}
