import { useTemplateOptions } from './template-labels.ts';

/** A template that an answer names by its id, by its label, with the id as tooltip. */
export function TemplateName({ id }: { id: string }) {
  const [template] = useTemplateOptions([id]);
  return <span title={id}>{template?.label ?? id}</span>;
}
