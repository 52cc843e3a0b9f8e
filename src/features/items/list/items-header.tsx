import { numberText } from '@quartermaster/contract/number-text.ts';
import { memo, type ReactNode } from 'react';
import { PeopleHere } from '../../../shared/presence/people-here.ts';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { BulkUploadButton } from '../bulk-upload-button.tsx';
import { ImportButton } from '../import-button.tsx';
import { TemplateLinks } from '../template-links.tsx';
import classes from './items-list.module.css';

interface ItemsHeaderProps {
  instanceId: number;
  templateId: string;
  title: string;
  /** True if the template could not be loaded: then nothing can be done with it. */
  isFailed: boolean;
  /** How many items the list has; `undefined` until it is counted. */
  total: number | undefined;
  create: ReactNode;
}

/** The title of the list, with links to the template, to bulk upload or import, and to a new item. */
export const ItemsHeader = memo(function ItemsHeader(props: ItemsHeaderProps) {
  const { instanceId, templateId, title, isFailed, total, create } = props;
  return (
    <PageHeader
      title={title}
      nextToTitle={
        <>
          {total !== undefined && (
            <span className={classes.total} aria-hidden="true">
              {numberText(total)}
            </span>
          )}
          {!isFailed && <PeopleHere instanceId={instanceId} at={{ kind: 'list', template_id: templateId }} />}
        </>
      }
      actions={
        !isFailed && (
          <>
            <TemplateLinks instanceId={instanceId} templateId={templateId} />
            <BulkUploadButton instanceId={instanceId} templateId={templateId} />
            <ImportButton instanceId={instanceId} templateId={templateId} />
            {create}
          </>
        )
      }
    />
  );
});
