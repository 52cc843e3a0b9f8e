import { Skeleton, Text } from '@mantine/core';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { companyQueries } from '../../../shared/data/company-sign-in.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { CompanyOnly } from './company-only.tsx';
import { Domains } from './domains.tsx';
import { ForgetForm } from './forget-form.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RequiredFactor } from './required-factor.tsx';
import { ScimSection } from './scim-section.tsx';
import { Trial } from './trial.tsx';

/** How people sign in to a workspace with their company. */
export function CompanySignInPage() {
  const workspace = useWorkspace();
  const { id: workspaceId, name } = workspace;
  const mayChange = useRefusal(companySignIn.save, workspace) === null;
  // Also where the subscription has ended.
  const mayClose = useRefusal(companySignIn.remove, workspace) === null;
  const may = { workspaceId, mayChange, mayClose };
  const answer = useQuery(companyQueries.get(useRequest(), workspaceId));
  const { data } = answer;
  return (
    <>
      <PageHeader title={texts.signInSettings} back={{ label: name, to: pathTo(paths.workspace, { workspaceId }) }} />
      {data ? (
        <div className={classes.page}>
          <RequiredFactor />
          <Section title="Company sign-in">
            <Text size="sm" c="dimmed" mb="xs">
              People sign in with the OpenID Connect provider of your company, such as Google, Entra, Okta or Keycloak.
              No second factor of their accounts here is asked then: that is up to the provider.
            </Text>
            <ProviderForm {...may} answer={data} />
          </Section>
          <Section title="Domains">
            <Domains {...may} domains={data.domains} />
          </Section>
          {data.setting && (
            <>
              <Section title="Try it">
                <Trial {...may} setting={data.setting} />
              </Section>
              {mayClose && (
                <Section title="Only company sign-in">
                  <CompanyOnly workspaceId={workspaceId} isOnly={data.setting.is_only} refusal={data.only_refusal} />
                </Section>
              )}
              <ScimSection {...may} />
              {mayChange && (
                <Section title="New account at your company">
                  <ForgetForm workspaceId={workspaceId} />
                </Section>
              )}
            </>
          )}
        </div>
      ) : (
        <NotLoaded query={answer} title="The sign-in could not be loaded">
          <Skeleton height={320} />
        </NotLoaded>
      )}
    </>
  );
}
