import { editReadOnly, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageCrash } from '../../../shared/ui/page/page-crash.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { copyOf } from '../duplicate/copy-of.ts';
import { FormSkeleton } from '../item/form-skeleton.tsx';
import { useItemWithTemplate } from '../item/use-item-with-template.ts';
import { ItemForm } from './item-form.tsx';

/** A new item, empty or as a copy of another; only in Dev, and with the permission. */
export function ItemNewPage() {
  const { instanceId = '', templateId = '' } = useParams();
  const copied = Number(useSearchParams()[0].get('copy') ?? 0);
  const back = useBack(pathTo(paths.items, { instanceId, templateId }));
  return (
    <RequireAccess to={newItem} pending={<FormSkeleton title="New item" back={{ label: 'the list', to: back }} />}>
      <NewItem
        key={`${instanceId}/${templateId}/${copied}`}
        copied={Number.isInteger(copied) ? copied : 0}
        back={back}
      />
    </RequireAccess>
  );
}

function NewItem({ copied, back }: { copied: number; back: string }) {
  const params = useParams();
  const instanceId = Number(params.instanceId);
  const templateId = params.templateId ?? '';
  const request = useRequest();
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const original = useQuery({
    ...itemQueries.get(request, instanceId, templateId, copied),
    enabled: copied > 0,
    // Values typed into the copy must not be replaced.
    refetchOnWindowFocus: false,
  });
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const { fitting, invalid, unread } = useItemWithTemplate(template, original);

  const error =
    (template.data ? null : template.error) ?? (copied === 0 || original.data ? null : original.error) ?? unread?.error;
  if (error) {
    const retry = () => {
      if (template.isError) void template.refetch();
      if (original.isError) void original.refetch();
      unread?.retry();
    };
    const title = template.data ? 'The item to duplicate could not be loaded' : texts.templateNotLoaded;
    return (
      <>
        <PageHeader title="New item" back={{ label: 'the list', to: back }} />
        <ErrorState error={error} title={title} retry={retry} />
      </>
    );
  }
  if (invalid) return <PageCrash error={invalid} />;
  if (!template.data || (copied > 0 && !fitting)) {
    return <FormSkeleton title="New item" back={{ label: 'the list', to: back }} />;
  }
  return (
    <ItemForm
      instanceId={instanceId}
      template={fitting?.template ?? template.data}
      title="New item"
      back={back}
      {...(fitting && { draft: copyOf(treeOf(fitting.template), fitting.saved, { mayEditReadOnly }) })}
    />
  );
}
