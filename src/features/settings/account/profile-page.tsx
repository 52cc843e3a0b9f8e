import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { LogoutDialog } from '../../../shared/drafts/logout-dialog.tsx';
import { chromeAtom } from '../../../shared/services/chrome.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { MentionMails, PresenceSection } from './account-switches.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { EditNameDialog } from './edit-name-dialog.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { Sessions } from './sessions.tsx';

type Dialog = 'name' | 'email' | 'password' | 'log out';

/** The user's name, email, password, second factor and sessions. */
export function ProfilePage() {
  const profile = useQuery(accountQueries.get(useRequest()));
  const account = profile.data;
  const { session } = useServices();
  const chrome = useAtomValue(chromeAtom);
  // Sign-out is in the header and sidebar; a host that owns sign-in also owns sign-out.
  const isLogOutHere = !chrome.header && !chrome.sidebar && !session.ownedByHost;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const edit = (what: Dialog, label: string) => (
    <Button variant="default" size="xs" aria-label={label} onClick={() => setDialog(what)}>
      Edit
    </Button>
  );
  const content = account && (
    <>
      <Section title="Personal information">
        <ul className={classes.list}>
          <li className={classes.row}>
            <span className={classes.label}>Name</span>
            <span className={classes.value} title={account.name}>
              {account.name}
            </span>
            {edit('name', 'Edit name')}
          </li>
          <li className={classes.row}>
            <span className={classes.label}>Email</span>
            <span className={classes.value} title={account.email}>
              {account.email}
            </span>
            {edit('email', 'Edit email')}
          </li>
        </ul>
      </Section>
      <Section title="Password">
        <Button variant="default" onClick={() => setDialog('password')}>
          Change password
        </Button>
      </Section>
      <MentionMails />
      <PresenceSection />
      {!session.ownedByHost && <SecondFactor />}
      {!session.ownedByHost && <Sessions />}
      {isLogOutHere && (
        <Section title="Session">
          <Button variant="default" onClick={() => setDialog('log out')}>
            Log out
          </Button>
          <LogoutDialog opened={dialog === 'log out'} onClose={close} />
        </Section>
      )}
      <EditNameDialog opened={dialog === 'name'} onClose={close} name={account.name} />
      <ChangeEmailDialog opened={dialog === 'email'} onClose={close} email={account.email} />
      <ChangePasswordDialog opened={dialog === 'password'} onClose={close} email={account.email} />
    </>
  );
  return (
    <>
      <PageHeader title="Profile" />
      <div className={classes.page}>
        {content}
        {!account && (
          <NotLoaded query={profile} title="The profile could not be loaded">
            <Skeleton height={90} />
          </NotLoaded>
        )}
      </div>
    </>
  );
}
