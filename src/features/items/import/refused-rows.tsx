import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CheckedRows } from '../../../shared/checked-rows/checked-rows.tsx';
import { placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { useRowsPaging } from '../../../shared/checked-rows/use-rows-paging.ts';
import { importQueries } from '../../../shared/data/imports.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import classes from './import.module.css';
import { RefusedFile } from './refused-file.tsx';

interface RefusedRowsProps {
  instanceId: number;
  imported: Import;
  tree: readonly FieldNode[];
}

/** The rows that an applied import has left out, page by page and as a file. */
export function RefusedRows({ instanceId, imported, tree }: RefusedRowsProps) {
  const fields = useMemo(() => placedFields(tree), [tree]);
  const paging = useRowsPaging(undefined);
  const query = { ...paging.pageQuery, outcome: 'refused' as const };
  const page = useQuery(importQueries.rows(useRequest(), instanceId, imported.id, query));
  return (
    <>
      <CheckedRows
        label="Refused rows"
        templateId={imported.template_id}
        total={imported.counts.refused}
        counts={undefined}
        paging={paging}
        page={page}
        tree={tree}
        fields={fields}
        controls={undefined}
      />
      <div className={classes.buttons}>
        <RefusedFile instanceId={instanceId} imported={imported} fields={fields} />
      </div>
    </>
  );
}
