import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { itemQueries } from '../../../shared/data/items.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageCrash } from '../../../shared/ui/page/page-crash.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { DeleteItemButton } from '../delete-item-button.tsx';
import { ItemMenu } from '../duplicate/item-menu.tsx';
import { NeighbourButtons } from '../neighbours/neighbour-buttons.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { ItemForm } from './item-form.tsx';
import { useItemWithTemplate } from './use-item-with-template.ts';

/** Edits an item; read-only without the permission. */
export function ItemEditPage() {
  const { instanceId, templateId, id } = useParams();
  return (
    <RequireAccess to={items.get} pending={<FormSkeleton />}>
      <EditItem key={`${instanceId}/${templateId}/${id}`} />
    </RequireAccess>
  );
}

function EditItem() {
  const params = useParams();
  const instanceId = Number(params.instanceId);
  const templateId = params.templateId ?? '';
  const id = Number(params.id);
  const request = useRequest();
  const back = useBack(`/instance/${instanceId}/templates/${templateId}/items`);
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const label = useTemplateLabel(instanceId, templateId);
  const item = useQuery(itemQueries.get(request, instanceId, templateId, id));
  const { fitting, invalid, unread } = useItemWithTemplate(template, item);

  const error = (template.data ? null : template.error) ?? (item.data ? null : item.error) ?? unread?.error;
  if (error) {
    const retry = () => {
      if (template.isError) void template.refetch();
      if (item.isError) void item.refetch();
      unread?.retry();
    };
    return (
      <>
        <PageHeader title={`# ${params.id}`} back={{ label: 'the list', to: back }} />
        <ErrorState error={error} title="The item could not be loaded" retry={retry} />
      </>
    );
  }
  if (invalid) return <PageCrash error={invalid} />;
  const title = label === undefined ? `# ${id}` : `${label} | # ${id}`;
  if (!fitting) return <FormSkeleton title={title} back={{ label: 'the list', to: back }} />;
  return (
    <ItemForm
      instanceId={instanceId}
      template={fitting.template}
      id={id}
      saved={fitting.saved}
      title={title}
      back={back}
      actions={(release) => (
        <>
          <NeighbourButtons instanceId={instanceId} templateId={templateId} id={id} back={back} />
          <ItemMenu instanceId={instanceId} templateId={templateId} id={id} label={fitting.saved.label} />
          <DeleteItemButton instanceId={instanceId} item={fitting.item} back={back} release={release} />
        </>
      )}
    />
  );
}
