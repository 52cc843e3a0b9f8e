import type { CheckedProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { HttpError } from '../../../../shared/http/http-error.ts';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';

/** Why a proposal was refused: a rule that the form does not check, or nothing that would change. */
export function ProposeRefusal({ error }: { error: unknown }) {
  const reason = error instanceof HttpError ? reasonOf(error.body.details) : undefined;
  if (!(error instanceof HttpError) || reason === undefined) return <ErrorCallout error={error} />;
  return <ErrorCallout error={new HttpError(error.status, { ...error.body, message: reason }, error.eventId)} />;
}

function reasonOf(details: unknown): string | undefined {
  const [row] = (details as Partial<CheckedProposal> | undefined)?.rows ?? [];
  if (row?.outcome === 'unchanged') return 'The item has these values already. Nothing was proposed.';
  if (!row?.refusal) return undefined;
  const { field_id: field, reason } = row.refusal;
  return `The change would be refused: ${field === null ? '' : `${field}: `}${reason}.`;
}
