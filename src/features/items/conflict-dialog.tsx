import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ItemValues, rowsOf } from '@quartermaster/contract/item-fields.ts';
import { useMemo, useState } from 'react';
import type { FieldNode } from '../../shared/data/templates.ts';
import { FieldCell } from '../../shared/field-types/field-cell.tsx';
import { LinkLabels } from '../../shared/field-types/link-labels.tsx';
import form from '../../shared/item-form/item-fields.module.css';
import { linkedIdsOf } from '../../shared/item-form/linked-ids.ts';
import { type Difference, differencesOf, merge } from './conflict.ts';
import classes from './conflict-dialog.module.css';
import type { ItemDraft } from './item-draft.ts';
import { ReadOnlyFields } from './read-only-item.tsx';

interface ConflictDialogProps {
  tree: readonly FieldNode[];
  /** What I started from. */
  base: ItemDraft;
  theirs: ItemDraft;
  mine: ItemDraft;
  isPending: boolean;
  onCancel: () => void;
  onTheirs: () => void;
  onSave: (draft: ItemDraft) => void;
}

type Side = Difference['likely'];

/** Somebody else has saved the item meanwhile: theirs, mine, or field by field. */
export function ConflictDialog({
  tree,
  base,
  theirs,
  mine,
  isPending,
  onCancel,
  onTheirs,
  onSave,
}: ConflictDialogProps) {
  const differences = useMemo(() => differencesOf(tree, base, theirs, mine), [tree, base, theirs, mine]);
  const ids = useMemo(() => linkedIdsOf(tree, theirs.values, mine.values), [tree, theirs, mine]);
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<Record<number, Side>>({});
  const sideAt = (place: number): Side => chosen[place] ?? differences[place]?.likely ?? 'mine';

  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title="Someone else has changed this item meanwhile"
      size={isChoosing ? 'xl' : 'md'}
    >
      {isChoosing ? (
        <LinkLabels ids={ids}>
          <Stack gap="md">
            <div className={classes.differences}>
              {differences.map((difference, place) => (
                <fieldset key={difference.node?.field.id ?? 'label'} className={classes.difference}>
                  <legend className={form.legend}>{difference.name}</legend>
                  <div className={classes.choices}>
                    {(['theirs', 'mine'] as const).map((side) => (
                      <label key={side} className={classes.choice}>
                        <input
                          type="radio"
                          name={`difference-${place}`}
                          checked={sideAt(place) === side}
                          onChange={() => setChosen({ ...chosen, [place]: side })}
                        />
                        <span className={classes.choiceValue}>
                          <span className={classes.side}>{side === 'theirs' ? 'Theirs' : 'Mine'}</span>
                          <SideValue node={difference.node} draft={side === 'theirs' ? theirs : mine} />
                        </span>
                      </label>
                    ))}
                  </div>
                </fieldset>
              ))}
            </div>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setChoosing(false)}>
                Back
              </Button>
              <Button
                loading={isPending}
                onClick={() => onSave(merge(theirs, mine, differences, (place) => sideAt(place) === 'mine'))}
              >
                Save these values
              </Button>
            </Group>
          </Stack>
        </LinkLabels>
      ) : (
        <Stack gap="md">
          <Text>
            {differences.length === 1 ? '1 field differs' : `${differences.length} fields differ`} between what was
            saved and what you have here. Nothing of yours is lost until you choose.
          </Text>
          <Stack gap="xs">
            <Button variant="default" onClick={onTheirs}>
              Take theirs and drop my changes
            </Button>
            <Button variant="default" loading={isPending} onClick={() => onSave(mine)}>
              Save mine over theirs
            </Button>
            <Button data-autofocus onClick={() => setChoosing(true)} disabled={differences.length === 0}>
              Choose field by field
            </Button>
          </Stack>
        </Stack>
      )}
    </Modal>
  );
}

function SideValue({ node, draft }: { node: FieldNode | null; draft: ItemDraft }) {
  if (!node) return draft.label;
  const value: ItemValues[string] = draft.values[node.field.id] ?? null;
  if (node.children.length === 0) return <FieldCell settings={node.field.settings} value={value} />;
  if (rowsOf(value).length === 0) return '0 rows';
  return <ReadOnlyFields nodes={[node]} values={draft.values} depth={0} />;
}
