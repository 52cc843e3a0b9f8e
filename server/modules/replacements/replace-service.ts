import { createHash } from 'node:crypto';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import type { Replacement } from '@quartermaster/contract/endpoints/replacements.ts';
import type { ChangeSet, ContentSource } from '../../content/change-sets/change-set.ts';
import { ChangeSetFailure, editFailure } from '../../content/change-sets/change-set-failure.ts';
import { pairOf, type StoredChangeSet } from '../../content/change-sets/change-set-repository.ts';
import type { ChangeSource, ReadChanges } from '../../content/change-sets/door/change-source.ts';
import type { LeftOut } from '../../content/change-sets/door/read-changes.ts';
import { operationsSource } from '../../content/change-sets/edits/edit-source.ts';
import { repeatedValues } from '../../content/change-sets/edits/repeated-values.ts';
import { changeSetJob } from '../../content/change-sets/run/run-change-set.ts';
import { type Place, toPlace } from '../../content/model/instance-pair.ts';
import type { Deps } from '../../core/app/deps.ts';
import { shortened } from '../../core/base/shortened.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { type FoundTexts, findTexts } from './find-texts.ts';

/** A replacement in a request. */
type Requested = Replacement & LeftOut;

/** Replaces a text in many items. */
export const replaceJob = changeSetJob({
  name: 'replace-texts',
  build: async ({ database: { query } }: Deps, stored: StoredChangeSet): Promise<ChangeSet> => {
    if (!stored.edit || !('replacement' in stored.edit)) throw new ChangeSetFailure('nothing');
    const { replacement, mayEditReadOnly: isAllowed } = stored.edit;
    const changes = await read(query, pairOf(stored).target, replacement, isAllowed);
    if (changes.fingerprint !== stored.revision) throw new ChangeSetFailure('changed');
    return changes.changeSet;
  },
  describe: editFailure,
  givenUp: 'The text could not be replaced. Nothing was changed. Try again later.',
});

/** Replacements of texts, as the changes of their door. */
export const replaceSource: ChangeSource<Requested> = {
  read: (query, caller: InstanceCaller, requested) =>
    read(query, toPlace(caller), requested, mayEditReadOnly(caller.grants)),
  job: replaceJob,
};

async function read(
  query: Query,
  instance: Place,
  requested: Requested,
  isReadOnlyAllowed: boolean,
): Promise<ReadChanges> {
  const { leave_out: excluded = [], leave_out_refused: _, ...replacement } = requested;
  const all = await findTexts(query, instance.id, replacement, { mayEditReadOnly: isReadOnlyAllowed });
  const isExcluded = new Set(excluded);
  const found = all.map((texts) => ({ ...texts, items: texts.items.filter(({ id }) => !isExcluded.has(id)) }));
  const countOf = (texts: readonly FoundTexts[]) => texts.reduce((sum, { items }) => sum + items.length, 0);
  const total = countOf(found);
  const fingerprint = fingerprintOf(all);
  const growth = ({ edit, items, bytes }: FoundTexts) => edit.growth({ items: items.length, bytes });
  return {
    changeSet: changeSetOf(instance, found, fingerprint),
    kind: 'updated',
    total,
    leftOut: countOf(all) - total,
    bytes: found.reduce((sum, texts) => sum + texts.bytes + growth(texts), 0),
    fingerprint,
    storing: {
      note: noteOf(replacement),
      edit: { replacement: requested, mayEditReadOnly: isReadOnlyAllowed },
    },
  };
}

/** What the history says that was done. */
const noteOf = ({ find, replace_with: text }: Replacement): string =>
  text === ''
    ? `Removed “${shortened(find, 100)}”`
    : `Replaced “${shortened(find, 100)}” with “${shortened(text, 100)}”`;

/** Identifies the items in their state, and that of their templates. */
function fingerprintOf(all: readonly FoundTexts[]): string {
  const hash = createHash('md5');
  for (const { model, items } of all)
    hash.update(JSON.stringify([model.id, model.version, model.hash, items.map(({ id, version }) => [id, version])]));
  return hash.digest('hex');
}

function changeSetOf(instance: Place, found: readonly FoundTexts[], revision: string): ChangeSet {
  const withItems = found.filter(({ items }) => items.length > 0);
  // A request that changes nothing, but must not be repeated, is stored with a template.
  const changed = withItems.length > 0 ? withItems : found.slice(0, 1);
  return {
    pair: { source: instance, target: instance },
    source: sourceOf(changed),
    undoes: null,
    templates: changed.map(({ model }) => ({
      ...{ templateId: model.id, label: model.label, change: null, sourceKey: null, targetKey: model.key, after: null },
      ...{ formerKey: null, revision: '0', model },
    })),
    items: changed.flatMap(({ model, items }) =>
      items.map(({ id, label, hash, version }) => ({
        ...{ templateId: model.id, id, label, change: 'updated' as const, conflict: false, decision: undefined },
        ...{ sourceHash: null, targetHash: hash, targetVersion: version, revision: '0' },
      })),
    ),
    expected: { itemLimit: null },
    menu: null,
    revision,
  };
}

function sourceOf(found: readonly FoundTexts[]): ContentSource {
  const sources = new Map(
    found.map(({ model, edit, items }) => {
      const ids = items.map(({ id }) => id);
      return [model.id, operationsSource(model, edit, repeatedValues(model, edit, ids))];
    }),
  );
  return {
    instance: null,
    read: async (query, template, ids, targets) =>
      (await sources.get(template.templateId)?.read(query, template, ids, targets)) ?? new Map(),
  };
}
