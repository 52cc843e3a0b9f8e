import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { errorText } from '../../../shared/http/error-text.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { pageActionsAtom } from '../../../shared/ui/actions/page-actions.ts';
import { useSettled } from '../../../shared/ui/hooks/use-settled.ts';
import { IconBolt } from '../../../shared/ui/icons/bolt.ts';
import { IconFileText } from '../../../shared/ui/icons/file-text.ts';
import { IconFolder } from '../../../shared/ui/icons/folder.ts';
import { IconSettings } from '../../../shared/ui/icons/settings.ts';
import { IconTag } from '../../../shared/ui/icons/tag.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { Bootstrap } from '../bootstrap.ts';
import { useInstancePages } from '../instance-pages.ts';
import type { Entry, EntryGroup, Page } from './entries.ts';
import { bestOf } from './find.ts';
import { paletteKeys } from './palette-state.ts';
import { useInstanceEntries } from './use-instance-entries.ts';
import { useOfferedByPage } from './use-offered-by-page.ts';
import { useSettingsEntries } from './use-settings-entries.ts';
import { useTemplateEntries } from './use-template-entries.ts';

/** How many entries of one kind are listed. */
const perGroup = 8;

interface Found {
  groups: EntryGroup[];
  /** What else there is to say, below the entries. */
  note?: string | undefined;
  isError?: boolean;
}

/** The entries for what is typed: those that the console knows at once, and the items that the server finds. */
export function usePaletteEntries(typed: string, bootstrap: Bootstrap): Found {
  const known = useKnownEntries(bootstrap);
  const found = useFoundItems(typed);
  const groups = known
    .map(({ label, entries }) => ({ label, entries: bestOf(entries, typed, perGroup) }))
    .concat({ label: 'Items', entries: found.entries })
    .filter(({ entries }) => entries.length > 0);
  if (found.error !== undefined) return { groups, note: found.error, isError: true };
  if (found.isPending) return { groups, note: texts.searching };
  return { groups, note: groups.length === 0 ? texts.noResults : undefined };
}

function useKnownEntries(bootstrap: Bootstrap): EntryGroup[] {
  const navigate = useNavigate();
  const instanceId = useInstanceId();
  const actions = useAtomValue(pageActionsAtom);
  const pages = useInstancePages();
  const instances = useInstanceEntries(bootstrap);
  const canList = useRefusal(items.search) === null && instanceId > 0;
  const offered = useOfferedByPage();
  const settings = useSettingsEntries();
  const templates = useTemplateEntries(canList);
  const page = ({ to, ...entry }: Page): Entry => ({
    key: to,
    Icon: IconFileText,
    run: () => void navigate(to),
    ...entry,
  });
  const declared = actions.filter(({ keys }) => !keys.includes(paletteKeys));
  const labels = new Set(declared.map(({ label }) => label));
  return [
    {
      label: 'On this page',
      entries: [
        ...declared.map(({ label, keys: [first], run }) => ({ key: label, label, keys: first, Icon: IconBolt, run })),
        ...offered.filter(({ label }) => !labels.has(label)).map((action) => ({ ...action, Icon: IconBolt })),
      ],
    },
    {
      label: 'Templates',
      entries: templates.map((entry) => ({ ...page(entry), key: `${entry.to} ${entry.label}`, Icon: IconTemplate })),
    },
    { label: 'Pages', entries: [{ label: 'Home', to: paths.home }, ...pages].map(page) },
    { label: 'Settings', entries: settings.map((entry) => ({ ...page(entry), Icon: IconSettings })) },
    { label: 'Projects and environments', entries: instances.map((entry) => ({ ...entry, Icon: IconFolder })) },
  ];
}

/** The items for what is typed, once the user pauses; items for an earlier text are never shown. */
function useFoundItems(typed: string): { entries: Entry[]; isPending: boolean; error?: string } {
  const navigate = useNavigate();
  const instanceId = useInstanceId();
  const text = useSettled(typed);
  const isWanted = useRefusal(items.search) === null && instanceId > 0 && typed !== '';
  const query = itemQueries.searchAll(useRequest(), instanceId, text);
  const { data, error, isFetching } = useQuery({ ...query, enabled: isWanted && text !== '' });
  if (!isWanted) return { entries: [], isPending: false };
  if (text !== typed) return { entries: [], isPending: true };
  if (error && !isFetching) return { entries: [], isPending: false, error: `Items: ${errorText(error)}` };
  const entries = (data ?? []).map(
    ({ template_id: templateId, template_label, id, internal_label, key, image }): Entry => {
      const of = key === null ? template_label : `${key} · ${template_label}`;
      return {
        key: String(id),
        label: internal_label,
        about: `#${id} · ${of}`,
        Icon: IconTag,
        image,
        run: () => void navigate(pathTo(paths.item, { instanceId, templateId, id })),
      };
    },
  );
  return { entries, isPending: data === undefined };
}
