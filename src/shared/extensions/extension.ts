import type { HostExtension } from '@quartermaster/contract/extensions/extension-api.ts';
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
  /** In the host's own page, or in a sandboxed frame from this address. */
  runs: { host: HostExtension } | { frame: string };
}

const ofHost = (host: HostExtension): Extension => ({
  name: host.name,
  title: host.title ?? host.name,
  editorTypes: host.element === undefined ? [] : (host.editorTypes ?? []),
  hasCells: host.cell !== undefined,
  runs: { host },
});

/** The extensions of this console: those of the host, and of the workspace under other names; `isLoading` until the latter are known. */
export function useExtensions(): { extensions: readonly Extension[]; isLoading: boolean } {
  const { request, hostExtensions, apiBase } = useServices();
  const { data, isPending, isFetching } = useQuery(extensionQueries.running(request, useInstanceId()));
  const hosted = hostExtensions.map(ofHost);
  const base = new URL(apiBase, window.location.href).href;
  const allowed = (data ?? []).map(
    ({ name, title, editor_types, has_cells, frame }): Extension => ({
      name,
      title,
      editorTypes: editor_types,
      hasCells: has_cells,
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
