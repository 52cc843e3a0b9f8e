import { Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { allKeys, keysLabel, type ListedKeys } from '../../../shared/ui/actions/key-list.ts';
import { pageActionsAtom, pageKeysAtom } from '../../../shared/ui/actions/page-actions.ts';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { ListedCaps } from './listed-caps.tsx';
import classes from './palette.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** All keys of the console: first those of the page, as its parts declare them, then the others by section. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog opened={opened} title="Keyboard shortcuts" size="xl" onClose={onClose}>
      <Text size="xs" c="dimmed" mb="sm">
        Those of a page work while no dialog is open.
      </Text>
      <div className={classes.sections}>
        <Sections />
      </div>
    </Dialog>
  );
}

function Sections() {
  const onPage = useKeysOfPage();
  const sections = allKeys.map(({ title, keys }) => ({
    title,
    keys: keys.filter(({ does }) => !onPage.some((other) => other.does === does)),
  }));
  return [{ title: 'On this page', keys: onPage }, ...sections]
    .filter(({ keys }) => keys.length > 0)
    .map((section) => <Section key={section.title} {...section} />);
}

const everywhere = new Set(allKeys[0]?.keys.map(({ does }) => does));

/** The keys of the mounted parts of the page, without those of all pages. */
function useKeysOfPage(): ListedKeys[] {
  const actions = useAtomValue(pageActionsAtom)
    .filter(({ label, keys }) => keys.length > 0 && !everywhere.has(label))
    .map(({ label, keys }) => ({ does: label, keys: keys.map(keysLabel).join(', ') }));
  const listed = useAtomValue(pageKeysAtom);
  // Parts of a page may offer the same.
  return [...new Map([...actions, ...listed].map((one) => [one.does, one])).values()];
}

function Section({ title, keys }: { title: string; keys: readonly ListedKeys[] }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} id={id} className={classes.sectionTitle}>
        {title}
      </Title>
      <dl className={classes.shortcuts}>
        {keys.map(({ does, keys: pressed }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              <ListedCaps keys={pressed} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
