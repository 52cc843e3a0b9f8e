import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ChangeSet, NewContent } from '../change-set.ts';
import type { Decide } from './decide.ts';
import { contentOf, idOf, isWritten, itemOf } from './import-change-set.ts';
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
  const none = { sourceKey: null, after: null, formerKey: null, change: null, revision: '0' };
  return {
    pair: { source: instance, target: instance },
    source: {
      instance: null,
      read: async (_, __, ids, targets) =>
        new Map(
          ids.flatMap((id): [number, NewContent][] => {
            const found = byId.get(id);
            return found ? [[id, contentOf({ ...parts, model: found.model }, found.row, targets.get(id))]] : [];
          }),
        ),
    },
    undoes: null,
    templates: [...models].map((model) => ({
      ...none,
      ...{ templateId: model.id, label: model.label, targetKey: model.key, model },
    })),
    items: written.map(({ model, row, id }) => itemOf(model, row, id)),
    expected: { itemLimit },
    menu: null,
    revision: fingerprint,
  };
}
