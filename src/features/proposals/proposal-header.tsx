import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { SubjectCommentsButton } from '../../shared/comments/subject-comments.tsx';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';

const back = { label: texts.proposals, to: paths.proposals };

/** The header of the page of a proposal. */
export function ProposalHeader({ title, actions }: { title: string; actions?: ReactNode }) {
  const context = useInstanceContext();
  return (
    <PageHeader
      title={title}
      back={back}
      nextToTitle={
        <>
          {context && <EnvBadge env={context.env} />}
          <SubjectCommentsButton />
        </>
      }
      actions={actions}
    />
  );
}
