import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { menuHistoryQueries, useRestoreMenu } from '../../../shared/data/history.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { MenuDiffView } from '../../../shared/item-diff/menu-diff.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { lineOf } from './line-of.tsx';
import type { CheckState } from './restore.ts';

interface MenuRestoreProps {
  instanceId: number;
  version: number;
  children: (state: CheckState) => ReactNode;
}

/** Checks and restores a version of the menu, without the entries of templates that do not exist any more. */
export function MenuRestore({ instanceId, version, children }: MenuRestoreProps) {
  const request = useRequest();
  const { data, error, refetch } = useQuery(menuHistoryQueries(request, instanceId).check(version));
  const templates = useQuery(templateQueries.list(request, instanceId));
  const { mutateAsync } = useRestoreMenu(instanceId);
  const state = {
    error: error ?? templates.error,
    refetch: () => Promise.all([refetch(), ...(templates.error ? [templates.refetch()] : [])]),
  };
  if (!data || !templates.data) return children({ ...state, check: undefined });
  const known = new Set(templates.data.templates.map(({ id }) => id));
  const { diff, seen } = data;
  const missing = diff.source.filter(({ template_id }) => template_id !== '' && !known.has(template_id));
  const missingIds = new Set(missing.map(({ id }) => id));
  const comesBack = ({ id }: { id: string }) => !missingIds.has(id);
  const restored = { ...diff, source: diff.source.filter(comesBack), nodes: diff.nodes.filter(comesBack) };
  return children({
    ...state,
    check: {
      diff: <MenuDiffView diff={restored} sides={null} />,
      isUnchanged: restored.nodes.length === 0,
      missing: missing.map(({ id, label }) =>
        lineOf({ field_id: id, label, reason: 'its template does not exist any more.' }),
      ),
      missingTitle: `${count(missing.length, 'entry does', 'entries do')} not come back`,
      refusals: [],
      run: () => mutateAsync({ version, seen }),
    },
  });
}
