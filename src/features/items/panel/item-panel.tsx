import { Drawer } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { type ItemPlace, OpenInPanel } from '../../../shared/links/open-in-panel.ts';
import { useRestorable } from '../../../shared/ui/popup/use-restorable.ts';
import classes from './item-panel.module.css';
import { LinkedItem } from './linked-item.tsx';

interface ItemPanelProps {
  instanceId: number;
  /** The item opened from the form; `null` if the panel is closed. */
  first: ItemPlace | null;
  onClose: () => void;
}

/** An item in the panel, and the link in it that opened the next one. */
interface Level extends ItemPlace {
  left?: HTMLElement | null;
}

/** Shows an item in a side panel of a form; links in it open one level deeper, with a way back. */
export function ItemPanel({ instanceId, first, onClose }: ItemPanelProps) {
  const isOpen = useRestorable(first !== null);
  const [opened, setOpened] = useState<ItemPlace | null>(null);
  const [levels, setLevels] = useState<Level[]>([]);
  // The last items stay rendered until the closing transition has ended.
  if (first && first !== opened) {
    setOpened(first);
    setLevels([first]);
  }
  const title = useRef<HTMLSpanElement>(null);
  const top = levels.at(-1);
  const before = levels.at(-2);
  const label = useTemplateLabel(instanceId, top?.templateId ?? '');

  const goDeeper = (item: ItemPlace) => {
    const left = title.current?.ownerDocument.activeElement;
    const leaving = levels.map((level) => (level === top ? { ...level, left: left as HTMLElement | null } : level));
    setLevels([...leaving, item]);
    title.current?.focus();
  };
  const goBack = () => {
    setLevels(levels.slice(0, -1));
    // It is rendered again only then.
    requestAnimationFrame(() => before?.left?.focus());
  };

  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={640}
      title={
        <span ref={title} className={classes.title} tabIndex={-1} data-autofocus>
          {top && (label === undefined ? `# ${top.id}` : `${label} | # ${top.id}`)}
        </span>
      }
    >
      <OpenInPanel value={goDeeper}>
        {levels.map((level, depth) => (
          <LinkedItem
            // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be open at several depths, and none changes its index
            key={depth}
            instanceId={instanceId}
            templateId={level.templateId}
            id={level.id}
            isShown={level === top}
            back={before && { label: `# ${before.id}`, go: goBack }}
            onClose={onClose}
          />
        ))}
      </OpenInPanel>
    </Drawer>
  );
}
