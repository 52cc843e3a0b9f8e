import { labelField, labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { useQuery } from '@tanstack/react-query';
import { useContentInstanceId } from '../access/content-instance.ts';
import { templateQueries } from '../data/templates.ts';
import { withoutPageError } from '../data/without-page-error.ts';
import { useRequest } from '../services/request.ts';

interface FieldNameProps {
  templateId: string;
  fieldId: string;
  /** By default the one whose content is shown. */
  instanceId?: number | undefined;
}

/** A field that an answer names by its id, as its template calls it; by its id if the template does not have it here. */
export function FieldName({ templateId, fieldId, instanceId }: FieldNameProps) {
  const shownId = useContentInstanceId();
  const query = templateQueries.get(useRequest(), instanceId ?? shownId, templateId);
  const { data } = useQuery(withoutPageError(query));
  if (fieldId === labelField) return labelSettings.label;
  const settings = data?.fields.find(({ id }) => id === fieldId)?.settings;
  return settings ? settings.label || settings.name : fieldId;
}
