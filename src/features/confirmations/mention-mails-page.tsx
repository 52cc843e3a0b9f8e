import { Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { useSearchParams } from 'react-router-dom';
import { useStopMails } from '../../shared/data/comments.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { LinkButton, TextLink } from '../../shared/ui/link-button.tsx';
import { isLinkError, LinkProblemPage } from '../../shared/ui/page/link-problem-page.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** Turns mails of mentions off by one click, without a session. Opening it does nothing: programs open the links of mails, too. */
export function MentionMailsPage() {
  const [search] = useSearchParams();
  const key = search.get('hash') ?? '';
  const stop = useStopMails();
  const home = (
    <LinkButton to={paths.home} fullWidth>
      {texts.returnHome}
    </LinkButton>
  );
  if (key === '' || isLinkError(stop.error))
    return (
      <LinkProblemPage error={stop.error} isResult={stop.isError}>
        {home}
      </LinkProblemPage>
    );
  if (stop.isSuccess)
    return (
      <PublicPage title="Mails are off" isResult>
        <Text role="status">
          You get no more mails when somebody mentions you. Turn them on again in your{' '}
          <TextLink to={paths.account}>profile</TextLink>.
        </Text>
        {home}
      </PublicPage>
    );
  return (
    <PublicPage title={texts.mentionMails}>
      <Text>
        You get a mail when somebody mentions you in a comment. Mentions still wait on your dashboard without it.
      </Text>
      <ErrorCallout error={stop.error} />
      <BusyButton variant="filled" fullWidth isBusy={stop.isPending} onClick={() => stop.mutate(key)}>
        Turn off these mails
      </BusyButton>
    </PublicPage>
  );
}
