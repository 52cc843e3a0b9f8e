import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMemo } from 'react';
import { NavLink, useMatch } from 'react-router-dom';
import { IconChevronRight } from '../../../shared/ui/icons/chevron-right.ts';
import { IconFolder } from '../../../shared/ui/icons/folder.ts';
import { IconPhoto } from '../../../shared/ui/icons/photo.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import { noTranslate } from '../../../shared/ui/no-translate.ts';
import classes from './sidebar.module.css';
import { useClosedFolders } from './use-closed-folders.ts';
import { useItemCounts } from './use-item-counts.ts';

interface MenuTreeProps {
  instanceId: number;
  nodes: readonly MenuNode[];
  /** True for the result of a filter: then every folder is open. */
  isFiltered: boolean;
}

/** Collapsible folders, and links to the items of a template. */
export function MenuTree({ instanceId, nodes, isFiltered }: MenuTreeProps) {
  const folders = useClosedFolders(instanceId);
  const counts = useItemCounts(instanceId);
  const byParent = useMemo(
    () =>
      Map.groupBy(
        nodes.toSorted((a, b) => a.order - b.order),
        ({ parent_id }) => parent_id,
      ),
    [nodes],
  );

  const level = (parentId: string) => (
    <ul {...noTranslate(classes.list)}>
      {byParent.get(parentId)?.map((node) => (
        <li key={node.id}>
          {node.template_id === '' ? (
            folder(node)
          ) : (
            <TemplateLink node={node} instanceId={instanceId} items={counts?.get(node.template_id)} />
          )}
        </li>
      ))}
    </ul>
  );
  const folder = (node: MenuNode) => {
    const isOpen = isFiltered || !folders.isClosed(node.id);
    return (
      <>
        <button
          type="button"
          className={classes.link}
          title={node.label}
          aria-expanded={isOpen}
          disabled={isFiltered}
          onClick={() => folders.toggle(node.id)}
        >
          <IconChevronRight size={14} className={classes.chevron} data-open={isOpen} aria-hidden="true" />
          <IconFolder size={16} aria-hidden="true" />
          {node.label}
        </button>
        {isOpen && level(node.id)}
      </>
    );
  };
  return level(menuRoot);
}

interface TemplateLinkProps {
  node: MenuNode;
  instanceId: number;
  /** How many it has, once known. */
  items: number | undefined;
}

function TemplateLink({ node, instanceId, items }: TemplateLinkProps) {
  const isHere = useMatch(`${pathTo(paths.templates, { instanceId })}/${node.template_id}/*`) !== null;
  const Icon = node.template_id === imageTemplate.id ? IconPhoto : IconTemplate;
  return (
    <NavLink
      to={pathTo(paths.items, { instanceId, templateId: node.template_id })}
      className={`${classes.link} ${classes.counted}`}
      title={node.label}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon size={16} aria-hidden="true" />
      <span className={classes.label}>{node.label}</span>
      {items !== undefined && (
        <span className={classes.amount} aria-hidden="true">
          {numberText(items)}
        </span>
      )}
    </NavLink>
  );
}
