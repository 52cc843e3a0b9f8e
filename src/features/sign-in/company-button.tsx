import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useBeginCompanySignIn } from '../../shared/data/company-sign-in.ts';
import { useServices } from '../../shared/services/services.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';

const label = 'Sign in with your company';
const unknownAddress = 'No company sign-in is set up for this address. Sign in with your password.';

interface CompanyButtonProps {
  /** The page to return to. */
  from: string;
  /** The typed address; undefined if it is not one, which its input then says. */
  readEmail: () => Promise<string | undefined>;
  /** What to do with an address of no company. */
  unknown?: string;
  /** True if it is the main action of its page. */
  isMain?: boolean;
}

/** Leads to the provider of the company of the typed address, or to that of the whole server. */
export function CompanyButton({ from, readEmail, unknown = unknownAddress, isMain = false }: CompanyButtonProps) {
  const { ownsDocument, companyName, leaveTo } = useServices();
  const begin = useBeginCompanySignIn();
  // In a portal, the portal signs in: the provider would not lead back there.
  if (!ownsDocument) return null;
  const open = (body: { email?: string }) =>
    begin.mutate({ ...body, from }, { onSuccess: ({ url }) => url !== null && leaveTo(url) });
  const openFor = async () => {
    const email = await readEmail();
    if (email !== undefined) open({ email });
  };
  return (
    <Stack gap="xs" mt="md">
      <ErrorCallout error={begin.error} />
      <div role="status">{begin.data?.url === null && <Text size="sm">{unknown}</Text>}</div>
      {companyName !== undefined && (
        <Button variant="default" fullWidth loading={begin.isPending} onClick={() => open({})}>
          Sign in with {companyName}
        </Button>
      )}
      {isMain ? (
        <Button fullWidth loading={begin.isPending} onClick={() => void openFor()}>
          {label}
        </Button>
      ) : (
        <Text size="sm" ta="center">
          <Anchor component="button" type="button" inherit onClick={() => void openFor()}>
            {label}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
