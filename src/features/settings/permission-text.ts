import { permissions } from '@quartermaster/contract/access.ts';

const all = Object.values(permissions);

/** What permissions allow, by their ids. */
export const permissionLabels = (ids: readonly number[]): string[] =>
  all.filter(({ id }) => ids.includes(id)).map(({ label }) => label);

/** What permissions allow, on one line: `Can view project content, export items`. */
export function permissionText(ids: readonly number[]): string {
  const labels = permissionLabels(ids);
  if (labels.length === 0) return 'No permissions';
  return labels.length === all.length ? 'All permissions' : labels.join(', ').replaceAll(', Can ', ', ');
}
