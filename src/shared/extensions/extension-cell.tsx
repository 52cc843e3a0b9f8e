import type { ExtensionValue } from '@quartermaster/contract/extensions/extension-api.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { useServices } from '../services/services.ts';
import { type CellDrawer, drawerOf } from './draw-cells.ts';
import { type Extension, useExtension } from './extension.ts';
import { extensionField } from './extension-field.ts';
import classes from './extensions.module.css';

/** What a list passes to the cell of a field that names an extension. */
export interface ExtensionCellProps {
  settings: FieldSettings;
  value: unknown;
  /** The value as its type draws it: until the extension has answered, and if it does not. */
  ordinary: ReactNode;
}

/** A value as the extension of its field draws it. */
export function ExtensionCell({ settings, ...props }: ExtensionCellProps) {
  const extension = useExtension(settings.editor ?? '');
  if (!extension?.hasCells) return props.ordinary;
  return <DrawnCell {...props} settings={settings} extension={extension} />;
}

const noDrawing: CellDrawer = { get: () => undefined, subscribe: () => () => undefined };

function DrawnCell({ settings, value, ordinary, extension }: ExtensionCellProps & { extension: Extension }) {
  const services = useServices();
  const field = useMemo(() => extensionField(settings), [settings]);
  const drawer = isDrawable(value) ? drawerOf(services, extension) : noDrawing;
  const get = useCallback(() => drawer.get(value as ExtensionValue, field), [drawer, value, field]);
  const drawing = useSyncExternalStore(drawer.subscribe, get);
  if (!drawing) return ordinary;
  const { color, picture, text } = drawing;
  return (
    <span className={classes.cell}>
      {color !== undefined && <span className={classes.color} style={{ background: color }} />}
      {picture !== undefined && <img className={classes.picture} src={picture} alt="" />}
      {text ?? ordinary}
    </span>
  );
}

const isDrawable = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value);
