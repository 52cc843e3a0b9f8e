import { Skeleton } from '@mantine/core';
import type { Proposal, ProposalCheck } from '@quartermaster/contract/endpoints/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import type { RowControls } from '../../shared/checked-rows/checked-row.tsx';
import { CheckedRows } from '../../shared/checked-rows/checked-rows.tsx';
import { placedFields } from '../../shared/checked-rows/placed-fields.ts';
import { useRowsPaging } from '../../shared/checked-rows/use-rows-paging.ts';
import { proposalQueries } from '../../shared/data/proposals.ts';
import { type FieldNode, templateQueries, treeOf } from '../../shared/data/templates.ts';
import { asCheck } from '../../shared/http/checks.ts';
import { isRefusal } from '../../shared/http/http-error.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useInView } from '../../shared/ui/hooks/use-in-view.ts';
import { NotLoaded } from '../../shared/ui/page/not-loaded.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './proposals.module.css';

const noFields: FieldNode[] = [];

interface ProposedTemplateProps {
  proposalId: number;
  template: Proposal['templates'][number];
  /** What the proposal would do now; `null` if it is not open. */
  check: ProposalCheck | null;
  /** Undefined if nothing can be decided. */
  controls: RowControls | undefined;
}

/** The rows of a proposal that are items of a template. Those further down the page are loaded once they are scrolled to. */
export function ProposedTemplate(props: ProposedTemplateProps) {
  const { template, check } = props;
  const title = useId();
  const [ref, isSeen] = useInView();
  const counts = check?.templates.find(({ template_id }) => template_id === template.template_id)?.counts;
  return (
    <section ref={ref} className={classes.template} aria-labelledby={title}>
      <h2 id={title} className={classes.name}>
        {template.name}
      </h2>
      {isSeen ? <Rows {...props} counts={counts} /> : <Skeleton height={240} animate={false} />}
    </section>
  );
}

interface RowsProps extends ProposedTemplateProps {
  counts: ProposalCheck['counts'] | undefined;
}

function Rows({ proposalId, template: { template_id, name, items }, check, counts, controls }: RowsProps) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const paging = useRowsPaging(counts);
  const query = { templateId: template_id, fingerprint: check?.fingerprint, ...paging.pageQuery };
  const page = useQuery(asCheck(proposalQueries.rows(request, instanceId, proposalId, query)));
  const template = useQuery(templateQueries.get(request, instanceId, template_id));
  // A template may have been deleted: its rows are refused, and have no fields.
  const isGone = isRefusal(template.error);
  const tree = useMemo(
    () => (template.data ? treeOf(template.data) : isGone ? noFields : undefined),
    [template.data, isGone],
  );
  const fields = useMemo(() => placedFields(tree ?? []), [tree]);
  if (!tree)
    return (
      <NotLoaded query={template} title={texts.templateNotLoaded}>
        <Skeleton height={240} />
      </NotLoaded>
    );
  return (
    <CheckedRows
      label={`Rows of ${name}`}
      templateId={template_id}
      total={items}
      counts={counts}
      paging={paging}
      page={page}
      tree={tree}
      fields={fields}
      controls={controls}
      isNumbered={false}
    />
  );
}
