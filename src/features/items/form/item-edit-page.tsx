import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageCrash } from '../../../shared/ui/page/page-crash.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { DeleteItemButton } from '../delete-item-button.tsx';
import { ItemMenu } from '../duplicate/item-menu.tsx';
import { FormSkeleton } from '../item/form-skeleton.tsx';
import { useLoadedItem } from '../item/use-loaded-item.ts';
import { NeighbourButtons, NeighbourKeys } from '../neighbours/neighbour-buttons.tsx';
import { ItemForm } from './item-form.tsx';

/** Edits an item; read-only without the permission. */
export function ItemEditPage() {
  const { instanceId, templateId, id } = useParams();
  return (
    <RequireAccess to={items.get} pending={<FormSkeleton isOfItem />}>
      <EditItem key={`${instanceId}/${templateId}/${id}`} />
    </RequireAccess>
  );
}

function EditItem() {
  const params = useParams();
  const instanceId = Number(params.instanceId);
  const templateId = params.templateId ?? '';
  const id = Number(params.id);
  const back = useBack(pathTo(paths.items, { instanceId, templateId }));
  const label = useTemplateLabel(instanceId, templateId);
  const { fitting, invalid, failed, template, isDeleted } = useLoadedItem({ instanceId, templateId, id });

  const location = { instanceId, templateId, id, back };
  if (failed) {
    return (
      <>
        <PageHeader
          title={`# ${params.id}`}
          back={{ label: 'the list', to: back }}
          actions={<NeighbourButtons {...location} />}
        />
        <ErrorState title={texts.itemNotLoaded} {...failed} />
      </>
    );
  }
  if (invalid) return <PageCrash error={invalid} />;
  const title = label === undefined ? `# ${id}` : `${label} | # ${id}`;
  if (!fitting) {
    return (
      <>
        <FormSkeleton isOfItem template={template} title={title} back={{ label: 'the list', to: back }} />
        <NeighbourKeys {...location} isLoading />
      </>
    );
  }
  return (
    <ItemForm
      instanceId={instanceId}
      template={fitting.template}
      id={id}
      saved={fitting.saved}
      isDeleted={isDeleted}
      title={title}
      back={back}
      actions={(release) => (
        <>
          <NeighbourButtons {...location} />
          <ItemMenu instanceId={instanceId} templateId={templateId} id={id} label={fitting.saved.label} />
          <DeleteItemButton instanceId={instanceId} item={fitting.item} back={back} release={release} />
        </>
      )}
    />
  );
}
