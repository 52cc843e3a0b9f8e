import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { type ProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { TokenRow } from './token-row.tsx';
import classes from './tokens.module.css';

interface TokenListProps {
  answer: UseQueryResult<ProjectToken[]>;
  onCreate: () => void;
  onRevoke: (token: ProjectToken) => void;
  /** Has the focus once the row that had it is gone. */
  focused: RefObject<HTMLElement | null>;
}

/** The tokens with what they open, and the button that makes one. */
export function TokenList({ answer, onCreate, onRevoke, focused }: TokenListProps) {
  const titleId = useId();
  const { data } = answer;
  if (!data)
    return (
      <NotLoaded query={answer} title="The tokens could not be loaded">
        <Skeleton height={72} aria-hidden />
      </NotLoaded>
    );
  const button = (
    <Can do={projectTokens.create}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
        New token
      </Button>
    </Can>
  );
  return (
    <section aria-labelledby={titleId} ref={focused} tabIndex={-1}>
      <Group justify="space-between" gap="xs" mb={4}>
        <div className={classes.what}>
          <Title order={2} size="md" id={titleId}>
            Tokens
          </Title>
          <Text c="dimmed" size="sm">
            A token may do what its scopes say, and no more than whoever made it. None writes to Prod, or changes
            members, billing or tokens.
          </Text>
        </div>
        {data.length > 0 && button}
      </Group>
      {data.length === 0 ? (
        <EmptyState
          title="No tokens yet"
          message="With a token, a build server, a script or an assistant calls the API without the session of a person."
          action={button}
        />
      ) : (
        <ul className={classes.list}>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </ul>
      )}
    </section>
  );
}
