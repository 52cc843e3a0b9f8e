import type { CheckedProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { placedFields } from '../../../../shared/checked-rows/placed-fields.ts';
import { refusalText } from '../../../../shared/checked-rows/refusal-text.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';

/** Why a proposal was refused: a rule that the form does not check, or nothing that would change. */
export function ProposeRefusal({ error, tree }: { error: unknown; tree: readonly FieldNode[] }) {
  const reason = error instanceof HttpError ? reasonOf(error.body.details, tree) : undefined;
  if (!(error instanceof HttpError) || reason === undefined) return <ErrorCallout error={error} />;
  return <ErrorCallout error={new HttpError(error.status, { ...error.body, message: reason }, error.eventId)} />;
}

function reasonOf(details: unknown, tree: readonly FieldNode[]): string | undefined {
  const [row] = (details as Partial<CheckedProposal> | undefined)?.rows ?? [];
  if (row?.outcome === 'unchanged') return 'The item has these values already. Nothing was proposed.';
  return row?.refusal ? `The change would be refused. ${refusalText(row.refusal, placedFields(tree))}.` : undefined;
}
