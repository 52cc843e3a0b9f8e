import { Switch } from '@mantine/core';
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { mailQueries, useSetMails } from '../../../shared/data/comments.ts';
import { presenceQueries, useSetPresence } from '../../../shared/data/presence.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Section } from '../section.tsx';

/** Whether the user gets mails of mentions in comments. */
export const MentionMails = () => (
  <AccountSwitch
    title="Mails"
    label={texts.mentionMails}
    description="When somebody mentions you in a comment, at most every ten minutes. Mentions wait on your dashboard either way."
    query={useQuery({ ...mailQueries.get(useRequest()), select: ({ mentions }) => mentions })}
    change={useSetMails()}
  />
);

/** Whether others are shown where the user is. */
export const PresenceSection = () => (
  <AccountSwitch
    title="Presence"
    label="Show others where I am"
    description="Members who have the same list, item, template or sync open see your initials there, and which field you edit."
    query={useQuery({ ...presenceQueries.get(useRequest()), select: ({ is_shown }) => is_shown })}
    change={useSetPresence()}
  />
);

interface AccountSwitchProps {
  title: string;
  label: string;
  description: string;
  query: Pick<UseQueryResult<boolean>, 'data' | 'isPending'>;
  change: UseMutationResult<unknown, Error, boolean>;
}

/** A setting of the account that is on or off. */
function AccountSwitch({ title, label, description, query, change }: AccountSwitchProps) {
  const { mutate, isPending, variables, error } = change;
  return (
    <Section title={title}>
      <ErrorCallout error={error} />
      <Switch
        // It is on from the start: its thumb does not slide.
        key={query.isPending ? 'loading' : 'known'}
        label={label}
        description={description}
        checked={isPending ? variables : (query.data ?? false)}
        disabled={query.data === undefined}
        // Disabled meanwhile, it would lose the focus.
        onChange={({ currentTarget: { checked } }) => !isPending && mutate(checked)}
        // Its place is reserved while its answer is loading.
        style={{ visibility: query.isPending ? 'hidden' : undefined }}
      />
    </Section>
  );
}
