import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { ConversionTrial } from '@quartermaster/contract/endpoints/templates.ts';
import { type Conversion, optionsOfTexts } from '@quartermaster/contract/field-types/conversions.ts';
import { optionLimits } from '@quartermaster/contract/field-types/options.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ConvertedSample } from '../../../shared/template-changes/converted-sample.tsx';
import { ItemSample } from '../../../shared/template-changes/item-sample.tsx';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { count } from '../../../shared/ui/count.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { useEditor } from '../model/editor-context.ts';

interface ConvertDialogProps {
  id: string;
  conversion: Conversion;
  opened: boolean;
  onClose: () => void;
  /** Receives the values that become settings of the field. */
  onConvert: (found: readonly string[]) => void;
}

/** Tries a conversion on all items, and shows what it would do to them. */
export function ConvertDialog({ id, conversion: { to }, opened, onClose, onConvert }: ConvertDialogProps) {
  const editor = useEditor();
  const { draft } = useAtomValue(editor.base);
  const trial = useQuery({
    ...templateQueries.conversion(useRequest(), useInstanceId(), draft.id, { field_id: id, to }),
    enabled: opened,
  });
  const { data } = trial;
  const isPossible = data !== undefined && !data.too_many && data.effect.incompatible.count === 0;
  const type = fieldTypes[to].label;
  return (
    <Dialog opened={opened} onClose={onClose} title={`Convert ${nameOf(draft, id)} to ${type}`} size="lg">
      <Stack gap="md">
        <div role="status">
          {trial.isFetching && (
            <Group gap="xs">
              <Loader size={16} />
              <Text size="sm">Trying the conversion on all items…</Text>
            </Group>
          )}
        </div>
        {trial.error && (
          <Stack gap="xs" align="flex-start">
            <ErrorCallout error={trial.error} listsFields={false} />
            <Button variant="default" onClick={() => void trial.refetch()}>
              {texts.tryAgain}
            </Button>
          </Stack>
        )}
        {data && !trial.isFetching && <Trial trial={data} templateId={draft.id} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            No, keep the type
          </Button>
          <Button
            data-autofocus
            disabled={!isPossible || trial.isFetching}
            onClick={() => onConvert(data?.found ?? [])}
          >
            Convert field
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** How many options are listed. */
const listed = 12;

function Trial({ trial, templateId }: { trial: ConversionTrial; templateId: string }) {
  const { items, found = [], too_many, effect } = trial;
  const { incompatible, converted = [], items: holders } = effect;
  if (too_many) {
    return (
      <Text size="sm" c="red">
        The items have more than {optionLimits.options} different texts, and a field can have at most{' '}
        {optionLimits.options} options. Give items the same texts first.
      </Text>
    );
  }
  const unchanged = holders - incompatible.count;
  const options = optionsOfTexts(found).map(({ label }) => label);
  return (
    <>
      {unchanged > 0 && (
        <div>
          <Text size="sm">
            {count(unchanged, 'item keeps its value', 'items keep their value')} in the new form, of{' '}
            {count(items, 'item')}:
          </Text>
          <ConvertedSample values={converted} templateId={templateId} />
        </div>
      )}
      {holders === 0 && <Text size="sm">No item has a value in it.</Text>}
      {options.length > 0 && (
        <Text size="sm">
          {count(options.length, 'value becomes an option', 'values become options')}:{' '}
          {options.slice(0, listed).join(', ')}
          {options.length > listed && ` and ${options.length - listed} more`}.
        </Text>
      )}
      {incompatible.count > 0 && (
        <div>
          <Text size="sm" c="red">
            {count(incompatible.count, 'value', 'values')} cannot be converted. Change{' '}
            {incompatible.count === 1 ? 'it' : 'them'} first:
          </Text>
          <ItemSample items={incompatible} templateId={templateId} />
        </div>
      )}
      <Text size="sm" c="dimmed">
        Nothing changes until you save the template. A conversion can be undone like the removal of a field.
      </Text>
    </>
  );
}
