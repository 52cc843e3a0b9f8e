import { createHash } from 'node:crypto';
import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changedReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import type { ItemContent, TargetItem } from '../../history/content-repository.ts';
import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ChangeSet, ChangeSetItem, ContentSource, NewContent } from '../change-set.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { refusalAt, refusalsOf } from './check-content.ts';

/** An item whose new values were computed from the state that it was read in. */
export interface NewValues {
  model: TemplateModel;
  id: number;
  before: TargetItem;
  values: ItemValues;
  /** Its new label; if omitted, it keeps its own. */
  label?: string;
}

/** Content that is given to an item; a new one has none before. */
interface NewItemValues extends Pick<NewValues, 'model' | 'values'> {
  label: string;
  before: ItemContent | undefined;
  /** False if some of its values could not be read: then the rules of the template are not evaluated. */
  isWhole?: boolean;
}

/** The values with those of computed fields, or why a save of them by hand would be refused. */
export function checkNewValues(
  { model, label, before, values: entered, isWhole = true }: NewItemValues,
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): { values: ItemValues } | { refusal: Incompatibility; further: readonly Incompatibility[] } {
  const { values } = computeValues(model.tree, entered);
  const readOnly = mayEditReadOnly ? [] : [...changedReadOnly(model.tree, before?.values, values)];
  const [refusal, ...further] = [
    ...readOnly.map(([at, reason]) => refusalAt(at, reason)),
    ...refusalsOf(model, { label, values, before: before?.values ?? {}, isWhole }),
  ];
  return refusal ? { refusal, further } : { values };
}

/** The change set that gives items of any templates values that {@link checkNewValues} has passed. */
export function newValuesChangeSet(instance: Place, items: readonly NewValues[]): ChangeSet {
  const models = new Set(items.map(({ model }) => model));
  return {
    pair: { source: instance, target: instance },
    source: newValuesSource(items),
    undoes: null,
    templates: [...models].map((model) => ({
      templateId: model.id,
      label: model.label,
      change: null,
      sourceKey: null,
      targetKey: model.key,
      after: null,
      formerKey: null,
      revision: '0',
      model,
    })),
    items: items.map(
      ({ model, id, before }): ChangeSetItem => ({
        templateId: model.id,
        id,
        label: before.label,
        change: 'updated',
        conflict: false,
        decision: undefined,
        sourceHash: null,
        targetHash: before.hash,
        targetVersion: before.version,
        revision: '0',
      }),
    ),
    expected: { itemLimit: null },
    menu: null,
    revision: createHash('md5')
      .update(JSON.stringify(items.map(({ id, before }) => [id, before.version])))
      .digest('hex')
      .slice(0, 12),
  };
}

function newValuesSource(items: readonly NewValues[]): ContentSource {
  // Item ids are unique in a project.
  const contents = new Map(
    items.map(({ id, before, label = before.label, values }): [number, NewContent] => {
      const { synced_hash, synced_version } = before;
      return [id, { label, values, synced: { synced_hash, synced_version }, refusal: null }];
    }),
  );
  return {
    instance: null,
    read: async () => contents,
  };
}
