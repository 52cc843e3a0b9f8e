import { Alert, Button, Stack, Table, Text } from '@mantine/core';
import { companyRefusals } from '@quartermaster/contract/company-sign-in.ts';
import type { CompanySetting } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { roleText } from '../../../shared/access/role-text.ts';
import { useTryCompanySignIn } from '../../../shared/data/company-sign-in.ts';
import { useServices } from '../../../shared/services/services.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface TrialProps {
  workspaceId: number;
  setting: CompanySetting;
  mayChange: boolean;
}

/** Signs in once without changing anything, and shows what came. */
export function Trial({ workspaceId, setting, mayChange }: TrialProps) {
  const { leaveTo, ownsDocument } = useServices();
  const tryOut = useTryCompanySignIn(workspaceId);
  const { trial } = setting;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {ownsDocument
          ? 'Signs you in at your provider, and shows here which claims came and what they would do. Nothing is changed.'
          : 'Open the console by itself to try it: the provider does not lead back into this page.'}
      </Text>
      <ErrorCallout error={tryOut.error} />
      {ownsDocument && mayChange && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={tryOut.isPending}
          onClick={() => tryOut.mutate(undefined, { onSuccess: ({ url }) => leaveTo(url) })}
        >
          Try company sign-in
        </Button>
      )}
      {trial && <Outcome trial={trial} claim={setting.claim} />}
    </Stack>
  );
}

interface OutcomeProps {
  trial: NonNullable<CompanySetting['trial']>;
  claim: string;
}

/** The claims that the product reads. */
const needed = ['sub', 'email', 'email_verified', 'name'];

function Outcome({ trial: { at, claims, refusal, role_id, detail }, claim }: OutcomeProps) {
  const came = claims.map(({ name }) => name);
  const [claimRoot = ''] = claim.split('.');
  const hasClaim = claim === '' || came.includes(claim) || came.includes(claimRoot);
  const missing =
    claims.length === 0 ? [] : [...needed.filter((name) => !came.includes(name)), ...(hasClaim ? [] : [claim])];
  return (
    <section aria-label="What came">
      <Stack gap="xs">
        <Alert color={refusal ? 'red' : 'green'} variant="light" role="status">
          {refusal
            ? companyRefusals[refusal]
            : role_id === null
              ? 'This person is a member, and would be signed in.'
              : `This person would join as ${roleText(role_id)}.`}
          {detail !== '' && <Text size="sm">{detail}</Text>}
        </Alert>
        <Text size="sm" c="dimmed">
          Tried {dateTime(at)}.{missing.length > 0 && ` Did not come: ${missing.join(', ')}.`}
        </Text>
        {claims.length > 0 && (
          <Table.ScrollContainer minWidth={280}>
            <Table aria-label="Claims">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Claim</Table.Th>
                  <Table.Th>Value</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {claims.map(({ name, value }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <code>{name}</code>
                    </Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </section>
  );
}
