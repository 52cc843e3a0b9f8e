import { type Bind, binder } from '../../core/database/binder.ts';

/** Shared by the parts of a statement on one template: the list of its values, and the placeholder of the template's key. */
export interface TemplateScope {
  bind: Bind;
  template: string;
}

/** Begins a statement on a template; `values` receives the values that its parts bind. */
export function templateScope(templateKey: number): { values: unknown[]; scope: TemplateScope } {
  const { values, bind } = binder();
  return { values, scope: { bind, template: bind(templateKey, 'int') } };
}
