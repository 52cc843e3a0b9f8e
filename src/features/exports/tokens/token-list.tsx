import { Button } from '@mantine/core';
import { type ProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { ManagedList } from '../../../shared/ui/entries/managed-list.tsx';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { TokenRow } from './token-row.tsx';

interface TokenListProps {
  answer: UseQueryResult<ProjectToken[]>;
  onCreate: () => void;
  onRevoke: (token: ProjectToken) => void;
  /** Has the focus once the row that had it is gone. */
  focused: RefObject<HTMLElement | null>;
}

/** The tokens with what they open, and the button that makes one. */
export const TokenList = ({ answer, onCreate, onRevoke, focused }: TokenListProps) => (
  <ManagedList
    answer={answer}
    title={texts.tokens}
    text="A token may do what its scopes say, and no more than whoever made it. None writes to Prod, or changes members, billing or tokens."
    notLoadedTitle="The tokens could not be loaded"
    empty={{
      title: 'No tokens yet',
      message: 'With a token, a build server, a script or an assistant calls the API without the session of a person.',
    }}
    button={
      <Can do={projectTokens.create}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          New token
        </Button>
      </Can>
    }
    focused={focused}
  >
    {(token) => <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />}
  </ManagedList>
);
