import { CloseButton, TextInput } from '@mantine/core';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { foldText } from '@quartermaster/contract/texts.ts';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { filterMenu } from './filter-menu.ts';
import { MenuTree } from './menu-tree.tsx';
import classes from './sidebar.module.css';

/** From this number of entries on, the menu has a filter. */
const filteredFrom = 12;

/** The menu of an instance; a long one can be filtered by name. Enter opens the first template found. */
export function TemplatesMenu({ instanceId, nodes }: { instanceId: number; nodes: readonly MenuNode[] }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const visible = useMemo(() => filterMenu(nodes, text), [nodes, text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      // A drawer around it stays open.
      event.preventDefault();
      event.stopPropagation();
      setText('');
    }
    const sought = foldText(text.trim());
    const first =
      visible.find(({ template_id, label }) => template_id !== '' && foldText(label).includes(sought)) ??
      visible.find(({ template_id }) => template_id !== '');
    if (event.key === 'Enter' && sought !== '' && first)
      void navigate(pathTo(paths.items, { instanceId, templateId: first.template_id }));
  };
  return (
    <>
      {nodes.length >= filteredFrom && (
        <TextInput
          className={classes.filter ?? ''}
          size="xs"
          aria-label="Filter templates"
          placeholder="Filter templates"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          rightSection={
            text !== '' && <CloseButton size="xs" aria-label="Clear the filter" onClick={() => setText('')} />
          }
        />
      )}
      {visible.length === 0 && text !== '' ? (
        <p className={classes.empty} role="status">
          No template is called that
        </p>
      ) : (
        <MenuTree instanceId={instanceId} nodes={visible} isFiltered={text.trim() !== ''} />
      )}
    </>
  );
}
