import type { ExtensionParts } from '@quartermaster/contract/endpoints/extensions.ts';
import type { HostExtension, HostPart } from '@quartermaster/contract/extensions/extension-api.ts';
import type { PartKind } from '@quartermaster/contract/extensions/part-kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../access/active-instance.ts';
import { extensionQueries } from '../data/extensions.ts';
import { useServices } from '../services/services.ts';

/** An extension, wherever it runs. */
export interface Extension {
  name: string;
  title: string;
  editorTypes: readonly string[];
  hasCells: boolean;
  parts: ExtensionParts;
  /** In the host's own page, or in a sandboxed frame from this address. */
  runs: { host: HostExtension } | { frame: string };
}

const partOf = ({ title, templates }: HostPart) => ({ title, ...(templates && { templates: [...templates] }) });

const ofHost = (host: HostExtension): Extension => ({
  name: host.name,
  title: host.title ?? host.name,
  editorTypes: host.element === undefined ? [] : (host.editorTypes ?? []),
  hasCells: host.cell !== undefined,
  parts: {
    ...(host.panel && { panel: partOf(host.panel) }),
    ...(host.action && { action: partOf(host.action) }),
    ...(host.card && { card: { title: host.card.title } }),
  },
  runs: { host },
});

/** The extensions of this console: those of the host, and of the workspace under other names; `isLoading` until the latter are known. */
export function useExtensions(): { extensions: readonly Extension[]; isLoading: boolean } {
  const { request, hostExtensions, apiBase } = useServices();
  const { data, isPending, isFetching } = useQuery(extensionQueries.running(request, useInstanceId()));
  const hosted = hostExtensions.map(ofHost);
  const base = new URL(apiBase, window.location.href).href;
  const allowed = (data ?? []).map(
    ({ name, title, editor_types, has_cells, panel, action, card, frame }): Extension => ({
      name,
      title,
      editorTypes: editor_types,
      hasCells: has_cells,
      parts: { ...(panel && { panel }), ...(action && { action }), ...(card && { card }) },
      runs: { frame: new URL(frame, base).href },
    }),
  );
  const others = allowed.filter(({ name }) => !hosted.some((extension) => extension.name === name));
  return { extensions: [...hosted, ...others], isLoading: isPending && isFetching };
}

/** The extension of this name: `undefined` until it is known, `null` if there is none. */
export function useExtension(name: string): Extension | null | undefined {
  const { extensions, isLoading } = useExtensions();
  return extensions.find((extension) => extension.name === name) ?? (isLoading ? undefined : null);
}

/** The extensions with such a part for a template; of cards, which are for none, all. */
export function useExtensionsWith(kind: PartKind, templateId?: string): { extension: Extension; title: string }[] {
  return useExtensions().extensions.flatMap((extension) => {
    const part: { title: string; templates?: string[] } | undefined = extension.parts[kind];
    const isFor = templateId === undefined || (part?.templates?.includes(templateId) ?? true);
    return part && isFor ? [{ extension, title: part.title }] : [];
  });
}
