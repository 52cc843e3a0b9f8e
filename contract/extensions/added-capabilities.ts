interface Part {
  templates?: readonly string[];
}

/** What an extension asks for. */
interface Capabilities {
  editor_types: readonly string[];
  has_cells: boolean;
  panel?: Part;
  action?: Part;
  card?: object;
}

const addsTemplates = (before: Capabilities['panel'], after: Capabilities['panel']): boolean => {
  if (!after || !before?.templates) return after !== undefined && before === undefined;
  const { templates } = before;
  return after.templates === undefined || after.templates.some((id) => !templates.includes(id));
};

/** In what an extension asks for more than was allowed: all that it asks for, if nothing was. */
export function addedCapabilities(before: Capabilities | null, after: Capabilities): Set<keyof Capabilities> {
  const { editor_types: types = [], has_cells: hadCells = false, panel, action, card } = before ?? {};
  const added: Record<keyof Capabilities, boolean> = {
    editor_types: after.editor_types.some((type) => !types.includes(type)),
    has_cells: after.has_cells && !hadCells,
    panel: addsTemplates(panel, after.panel),
    action: addsTemplates(action, after.action),
    card: after.card !== undefined && card === undefined,
  };
  return new Set((Object.keys(added) as (keyof Capabilities)[]).filter((name) => added[name]));
}
