import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type TemplateAddress, templateHistoryQueries, useRestoreTemplate } from '../../../shared/data/history.ts';
import { fieldNameOf } from '../../../shared/item-diff/field-names.ts';
import { isUnchangedTemplate, TemplateDiffView } from '../../../shared/item-diff/template-diff.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { lineOf } from './line-of.tsx';
import type { CheckState } from './restore.ts';

interface TemplateRestoreProps {
  template: TemplateAddress;
  version: number;
  children: (state: CheckState) => ReactNode;
}

/** Checks and restores a version of a template, with the values of fields that come back. */
export function TemplateRestore({ template, version, children }: TemplateRestoreProps) {
  const { data, error, refetch } = useQuery(templateHistoryQueries(useRequest(), template).check(version));
  const { mutateAsync } = useRestoreTemplate(template);
  if (!data) return children({ check: undefined, error, refetch });
  const { diff, missing, refusals } = data;
  const fields = [...(diff.source?.fields ?? []), ...(diff.target?.fields ?? [])];
  return children({
    error,
    refetch,
    check: {
      diff: <TemplateDiffView diff={diff} sides={null} targetId={template.instanceId} />,
      isUnchanged: isUnchangedTemplate(diff),
      missing: missing.map(lineOf),
      missingTitle: `The values of ${count(missing.length, 'field')} do not come back`,
      refusals: refusals.map(({ field_id, reason }) =>
        lineOf({ field_id, label: fieldNameOf(fields, field_id), reason }),
      ),
      run: () => mutateAsync({ version, seen: diff.target?.version ?? 0 }),
    },
  });
}
