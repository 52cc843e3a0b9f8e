import type { ProjectToken } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { projectTokenQueries } from '../../../shared/data/project-tokens.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenList } from './token-list.tsx';

type Action = { kind: 'create' } | { kind: 'revoke'; token: ProjectToken };

/** The tokens of the project that open the active instance. */
export function TokensView() {
  const instanceId = useInstanceId();
  const answer = useQuery(projectTokenQueries.list(useRequest(), instanceId));
  const [action, setAction] = useState<Action | null>(null);
  const list = useRef<HTMLElement>(null);
  const isRevoked = useRef(false);
  // A closing dialog keeps what it shows.
  const last = useLast(action);
  const dialog = { instanceId, opened: action !== null, onClose: () => setAction(null) };
  return (
    <>
      <TokenList
        answer={answer}
        focused={list}
        onCreate={() => setAction({ kind: 'create' })}
        onRevoke={(token) => setAction({ kind: 'revoke', token })}
      />
      {last?.kind === 'create' && <NewTokenDialog {...dialog} />}
      {last?.kind === 'revoke' && (
        <RevokeTokenDialog
          {...dialog}
          token={last.token}
          onRevoked={() => {
            isRevoked.current = true;
          }}
          onClosed={() => {
            if (isRevoked.current) list.current?.focus({ preventScroll: true });
            isRevoked.current = false;
          }}
        />
      )}
    </>
  );
}
