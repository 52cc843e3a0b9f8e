import { Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { LinkButton, TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { SupportLink } from '../../shared/ui/support-link.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** Shown after too many resends. */
export const RegistrationHelpPage = () => (
  <PublicPage title="Need help?" isResult footer={<TextLink to={paths.signIn}>{texts.signIn}</TextLink>}>
    <Text>
      Check your spam folder, and that the address you typed is right. After an hour the email can be sent again.
    </Text>
    <Text>
      <SupportLink />
    </Text>
    <LinkButton to={paths.registration} variant="default" fullWidth>
      Back to registration
    </LinkButton>
  </PublicPage>
);
