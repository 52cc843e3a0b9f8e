import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { ItemForm } from './item-form.tsx';

/** A new item; only in Dev, and with the permission. */
export function ItemNewPage() {
  const params = useParams();
  const instanceId = Number(params.instanceId);
  const templateId = params.templateId ?? '';
  const back = useBack(`/instance/${instanceId}/templates/${templateId}/items`);
  const template = useQuery(templateQueries.get(useRequest(), instanceId, templateId));
  const form = () => {
    if (template.data) {
      return <ItemForm instanceId={instanceId} template={template.data} title="New item" back={back} />;
    }
    if (!template.error) return <FormSkeleton title="New item" back={{ label: 'the list', to: back }} />;
    return (
      <>
        <PageHeader title="New item" back={{ label: 'the list', to: back }} />
        <ErrorState error={template.error} title={texts.templateNotLoaded} retry={() => void template.refetch()} />
      </>
    );
  };
  return (
    <RequireAccess to={newItem} pending={<FormSkeleton title="New item" back={{ label: 'the list', to: back }} />}>
      {form()}
    </RequireAccess>
  );
}
