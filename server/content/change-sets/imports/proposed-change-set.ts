import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ChangeSet } from '../change-set.ts';
import type { Decide } from './decide.ts';
import { changeSetOfRows, contentOf, idOf, isWritten, itemOf } from './import-change-set.ts';
import type { CheckedRow } from './import-row.ts';

/** What the change set of a checked proposal is built from. */
interface ProposedParts {
  instance: Place;
  templates: readonly { model: TemplateModel; rows: readonly CheckedRow[] }[];
  decide: Decide;
  /** The id of the first new item; the others follow it, of all templates. */
  firstId: number;
  itemLimit: number | null;
  mayEditReadOnly: boolean;
  fingerprint: string;
}

/** The change set of a checked proposal: of the rows of all templates that are neither refused nor unchanged. */
export function proposedChangeSet({ instance, templates, itemLimit, fingerprint, ...parts }: ProposedParts): ChangeSet {
  const written = templates.flatMap(({ model, rows }) =>
    rows.filter(isWritten).map((row) => ({ model, row, id: idOf(row, parts.firstId) })),
  );
  const byId = new Map(written.map((one) => [one.id, one]));
  const models = new Set(written.map(({ model }) => model));
  const changeSet = changeSetOfRows({ instance, models, itemLimit, fingerprint }, (id, target) => {
    const found = byId.get(id);
    return found && contentOf({ ...parts, model: found.model }, found.row, target);
  });
  return { ...changeSet, items: written.map(({ model, row, id }) => itemOf(model, row, id)) };
}
