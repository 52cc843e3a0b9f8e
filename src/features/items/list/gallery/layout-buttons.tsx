import { IconChartDots } from '../../../../shared/ui/icons/chart-dots.ts';
import { IconLayoutGrid } from '../../../../shared/ui/icons/layout-grid.ts';
import { IconTable } from '../../../../shared/ui/icons/table.ts';
import classes from '../items-list.module.css';
import type { ListToolsProps } from '../list-tools-props.ts';

export type LayoutButtonsProps = Pick<ListToolsProps, 'layout' | 'layouts' | 'onLayout'>;

const all = [
  { layout: undefined, label: 'Table', Icon: IconTable },
  { layout: 'gallery', label: 'Gallery', Icon: IconLayoutGrid },
  { layout: 'chart', label: 'Chart', Icon: IconChartDots },
] as const;

/** The layouts that a list can have. */
export const layoutsOf = (layouts: ListToolsProps['layouts']) =>
  all.filter(({ layout }) => layout === undefined || layouts.includes(layout));

/** Shows the list in another layout. */
export const LayoutButtons = ({ layout: current, layouts, onLayout }: LayoutButtonsProps) =>
  layoutsOf(layouts).map(({ layout, label, Icon }) => (
    <button
      key={label}
      type="button"
      className={classes.icon}
      aria-label={label}
      aria-pressed={layout === current}
      title={label}
      onClick={() => layout !== current && onLayout(layout)}
    >
      <Icon size={16} aria-hidden />
    </button>
  ));
