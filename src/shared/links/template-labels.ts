import { useQuery } from '@tanstack/react-query';
import { useContentInstanceId } from '../access/content-instance.ts';
import { templateQueries } from '../data/templates.ts';
import { useRequest } from '../services/request.ts';

/** A template as an option of a select. */
export interface TemplateOption {
  value: string;
  label: string;
}

/** The labels of templates, in the same order; the id of one that is not loaded or does not exist. */
export function useTemplateOptions(templateIds: readonly string[]): TemplateOption[] {
  const { data } = useQuery(templateQueries.list(useRequest(), useContentInstanceId()));
  const labels = new Map(data?.templates.map(({ id, header }) => [id, header.label]));
  return templateIds.map((id) => ({ value: id, label: labels.get(id) ?? id }));
}
