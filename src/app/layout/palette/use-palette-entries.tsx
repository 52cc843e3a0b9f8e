import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
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
import { commonKeys } from '../../../shared/ui/actions/keys.ts';
import { type PageAction, pageActionsAtom } from '../../../shared/ui/actions/page-actions.ts';
import { useSettled } from '../../../shared/ui/hooks/use-settled.ts';
import { IconBolt } from '../../../shared/ui/icons/bolt.ts';
import { IconFileText } from '../../../shared/ui/icons/file-text.ts';
import { IconFolder } from '../../../shared/ui/icons/folder.ts';
import type { Icon } from '../../../shared/ui/icons/icon.ts';
import { IconLayoutDashboard } from '../../../shared/ui/icons/layout-dashboard.ts';
import { IconSettings } from '../../../shared/ui/icons/settings.ts';
import { IconTag } from '../../../shared/ui/icons/tag.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { Bootstrap } from '../bootstrap.ts';
import { useInstancePages } from '../instance-pages.ts';
import { takesFocus } from '../use-page-focus.ts';
import type { Entry, EntryGroup, Page } from './entries.ts';
import { bestOf, closestFirst } from './find.ts';
import { paletteKeys } from './palette-state.ts';
import { pageWords } from './settings-sections.ts';
import { useInstanceEntries } from './use-instance-entries.ts';
import { useOfferedByPage } from './use-offered-by-page.ts';
import { useOpenedEntries } from './use-opened-entries.ts';
import { useSettingsEntries } from './use-settings-entries.ts';
import { useTemplateEntries } from './use-template-entries.ts';

/** How many entries of one kind are listed; all of the page, before something is typed. */
const perGroup = 8;

const onPage = 'On this page';

interface Found {
  groups: EntryGroup[];
  /** What else there is to say, below the entries. */
  note?: string | undefined;
  isError?: boolean;
}

/**
 * The entries for what is typed: those that the console knows at once, then the items that the server finds, the images after the others,
 * then entries with only a part of a word, which wait for the items so that nothing moves. Before something is typed, what was opened last is first.
 */
export function usePaletteEntries(typed: string, bootstrap: Bootstrap): Found {
  const { known, opened } = useKnownEntries(bootstrap);
  const found = useFoundItems(typed);
  if (typed === '' && opened.isPending) return { groups: [], note: texts.searching };
  const matches = known.map(({ label, entries }) => {
    const limit = label === onPage && typed === '' ? entries.length : perGroup;
    return { label, ...bestOf(entries, typed, limit) };
  });
  const others = matches.flatMap((match) => match.others).slice(0, perGroup);
  const groups = [
    { label: 'Opened last', entries: typed === '' ? opened.entries : [] },
    ...[...matches.filter(({ isByLabel }) => isByLabel), ...matches.filter(({ isByLabel }) => !isByLabel)].map(
      ({ label, best }) => ({ label, entries: best }),
    ),
    { label: 'Items', entries: found.items },
    { label: 'Images', entries: found.images },
    { label: 'Also found', entries: found.isPending ? [] : others },
  ].filter(({ entries }) => entries.length > 0);
  if (found.error !== undefined) return { groups, note: found.error, isError: true };
  if (found.isPending) return { groups, note: texts.searching };
  return { groups, note: groups.length === 0 ? texts.noResults : undefined };
}

function useKnownEntries(bootstrap: Bootstrap): { known: EntryGroup[]; opened: ReturnType<typeof useOpened> } {
  const navigate = useNavigate();
  const instanceId = useInstanceId();
  const actions = useAtomValue(pageActionsAtom);
  const instancePages = useInstancePages();
  const instances = useInstanceEntries(bootstrap);
  const mayRead = useRefusal(items.search) === null && instanceId > 0;
  const offered = useOfferedByPage();
  const settings = useSettingsEntries();
  const templates = useTemplateEntries(mayRead);
  const pages: Page[] = [
    { label: 'Home', to: paths.home, Icon: IconLayoutDashboard },
    ...instancePages.map(({ label, to, Icon }) => ({ label, to, words: pageWords[to], ...(Icon && { Icon }) })),
  ];
  const opened = useOpened([...templates, ...pages, ...settings], mayRead);
  const page =
    (Icon: Icon) =>
    (entry: Page): Entry => ({
      key: `${entry.to} ${entry.label}`,
      Icon,
      run: () => void navigate(entry.to, { state: takesFocus }),
      ...entry,
    });
  const declared = actions.filter(({ keys }) => !keys.includes(paletteKeys));
  const labels = new Set(declared.map(({ label }) => label));
  const toEntry = ({ label, keys: [first], run }: PageAction) => ({
    key: label,
    label,
    keys: first,
    Icon: IconBolt,
    run,
  });
  const isOfFrame = ({ keys }: PageAction) => keys.includes(commonKeys.shortcuts);
  const onThisPage = [
    ...declared.filter((action) => !isOfFrame(action)).map(toEntry),
    ...offered.filter(({ label }) => !labels.has(label)),
    ...declared.filter(isOfFrame).map(toEntry),
  ];
  return {
    opened,
    known: [
      // Parts of a page may offer the same.
      { label: onPage, entries: [...new Map(onThisPage.map((entry) => [entry.key, entry])).values()] },
      { label: 'Templates', entries: templates.map(page(IconTemplate)) },
      { label: 'Pages', entries: pages.map(page(IconFileText)) },
      { label: 'Settings', entries: settings.map(page(IconSettings)) },
      { label: 'Projects and environments', entries: instances.map((entry) => ({ ...entry, Icon: IconFolder })) },
    ],
  };
}

const openedIcons = { item: IconTag, list: IconTemplate, template: IconTemplate, page: IconFileText };

function useOpened(pages: readonly Page[], mayRead: boolean) {
  const navigate = useNavigate();
  const { entries, isPending } = useOpenedEntries(pages, mayRead);
  return {
    isPending,
    entries: entries.map(
      ({ kind, to, ...entry }): Entry => ({
        ...entry,
        key: `opened ${to}`,
        Icon: entry.Icon ?? openedIcons[kind],
        run: () => void navigate(to, { state: takesFocus }),
      }),
    ),
  };
}

interface FoundItems {
  items: Entry[];
  images: Entry[];
  isPending: boolean;
  error?: string;
}

const noItems = { items: [], images: [], isPending: false } satisfies FoundItems;

/** The items for what is typed, once the user pauses; items for an earlier text are never shown. */
function useFoundItems(typed: string): FoundItems {
  const navigate = useNavigate();
  const instanceId = useInstanceId();
  const text = useSettled(typed);
  const isWanted = useRefusal(items.search) === null && instanceId > 0 && typed !== '';
  const query = itemQueries.searchAll(useRequest(), instanceId, text);
  const { data, error, isFetching } = useQuery({ ...query, enabled: isWanted && text !== '' });
  if (!isWanted) return noItems;
  if (text !== typed) return { ...noItems, isPending: true };
  if (error && !isFetching) return { ...noItems, error: `Items: ${errorText(error)}` };
  const entries = (areImages: boolean) =>
    closestFirst(data ?? [], text)
      .filter(({ template_id }) => (template_id === imageTemplate.id) === areImages)
      .map(({ template_id: templateId, template_label, id, internal_label, key, image }): Entry => {
        const of = key === null ? template_label : `${key} · ${template_label}`;
        return {
          key: String(id),
          label: internal_label,
          about: `#${id} · ${of}`,
          Icon: IconTag,
          image,
          run: () => void navigate(pathTo(paths.item, { instanceId, templateId, id }), { state: takesFocus }),
        };
      });
  return { items: entries(false), images: entries(true), isPending: data === undefined };
}
