import type { FieldNode } from '../../../shared/data/templates.ts';
import { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { GridChartButton } from './chart/grid-chart-button.tsx';
import type { GridPresenceProps } from './grid-presence.tsx';
import type { GridState } from './model/grid-state.ts';
import type { useGridSave } from './save/use-grid-save.ts';
import type { useGridColumns } from './use-grid-columns.ts';
import { GridActions } from './view/grid-actions.tsx';

const GridPresence = lazyPart<GridPresenceProps>(() => import('./grid-presence.tsx').then((m) => m.GridPresence), {
  isQuiet: true,
  Fallback: () => null,
});

interface GridHeaderProps extends ReturnType<typeof useGridColumns> {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  title: string;
  /** The address of the list. */
  back: string;
  state: GridState;
  save: ReturnType<typeof useGridSave>;
  /** False for users who only look at it. */
  canSave: boolean;
  canAdd: boolean;
}

/** The title of a grid, who else is there, and its actions. */
export function GridHeader(props: GridHeaderProps) {
  const { instanceId, templateId, tree, title, back, state, save, columns, view, canSave, canAdd } = props;
  return (
    <PageHeader
      title={title}
      back={{ label: 'the list', to: back }}
      nextToTitle={<GridPresence instanceId={instanceId} templateId={templateId} state={state} />}
      actions={
        <>
          <ColumnsMenu
            columns={columns}
            hidden={view.hidden}
            order={view.order}
            onChange={view.hide}
            onReorder={view.reorder}
            onReset={undefined}
          />
          {canSave && (
            <GridActions
              state={state}
              canAdd={canAdd}
              isSaving={save.isPending}
              onSave={save.save}
              chart={(isDirty) => (
                <GridChartButton
                  instanceId={instanceId}
                  templateId={templateId}
                  tree={tree}
                  sheet={state.sheet}
                  isOff={!isDirty || save.isPending}
                  isReady={() => save.isValid('open the chart')}
                />
              )}
            />
          )}
        </>
      }
    />
  );
}
