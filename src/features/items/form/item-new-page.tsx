import { editReadOnly, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import type { ItemFormValues } from '@quartermaster/contract/parts/part-api.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { usePartValues } from '../../../shared/services/part.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageCrash } from '../../../shared/ui/page/page-crash.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { copyOf } from '../duplicate/copy-of.ts';
import { FormSkeleton } from '../item/form-skeleton.tsx';
import type { ItemDraft } from '../item/item-draft.ts';
import { useItemWithTemplate } from '../item/use-item-with-template.ts';
import { draftOfValues } from './draft-of-values.ts';
import { ItemForm } from './item-form.tsx';

/** A new item, empty or as a copy of another; only in Dev, and with the permission. */
export function ItemNewPage() {
  const { instanceId = '', templateId = '' } = useParams();
  const copied = Number(useSearchParams()[0].get('copy') ?? 0);
  const back = useBack(pathTo(paths.items, { instanceId, templateId }));
  const values = usePartValues('item-form');
  // Each call of a part's host starts another item.
  const { key } = useLocation();
  return (
    <RequireAccess to={newItem} pending={<FormSkeleton title="New item" back={{ label: 'the list', to: back }} />}>
      <NewItem
        key={`${instanceId}/${templateId}/${copied}/${values ? key : ''}`}
        copied={Number.isInteger(copied) ? copied : 0}
        values={values}
        back={back}
      />
    </RequireAccess>
  );
}

interface NewItemProps {
  /** The id of the item to copy; 0 for none. */
  copied: number;
  /** Of a part's host. */
  values: ItemFormValues | undefined;
  back: string;
}

function NewItem({ copied, values, back }: NewItemProps) {
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
  const draft = useDraftOfValues(template.data, values);

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
      {...(draft && { draft })}
      {...(fitting && { draft: copyOf(treeOf(fitting.template), fitting.saved, { mayEditReadOnly }) })}
    />
  );
}

/** The draft with the values of a part's host, which sees in a toast what it cannot have; undefined without values. */
function useDraftOfValues(template: Template | undefined, values: ItemFormValues | undefined): ItemDraft | undefined {
  const { notify } = useServices();
  const { draft, ignored } = useMemo(() => {
    const isEmpty = !template || (values?.values === undefined && values?.label === undefined);
    return isEmpty ? { draft: undefined, ignored: '' } : withText(draftOfValues(treeOf(template), values));
  }, [template, values]);
  useEffect(() => {
    if (ignored) notify.error('New item', `The template has no fields for these values: ${ignored}.`);
  }, [ignored, notify]);
  return draft;
}

const withText = ({ draft, ignored }: ReturnType<typeof draftOfValues>) => ({ draft, ignored: ignored.join(', ') });
