import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useWindow } from '../../../shared/table/use-window.ts';
import { virtual } from '../../../shared/table/virtual.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { OpenChange } from '../use-open-change.ts';
import { ChangeSectionView } from './change-section.tsx';
import classes from './changes-view.module.css';
import { type ChangeSection, type ListSelection, layoutOf, lineHeight, type Place } from './list-layout.ts';

interface ChangesViewProps {
  label: string;
  sections: readonly ChangeSection[];
  /** Undefined for a list without selection. */
  selection?: ListSelection;
  /** The URL of an open change. */
  addressOf: (change: OpenChange) => string;
  opened: OpenChange | null;
  /** Opens a change instead of the current one, while going through the list. */
  onOpen: (change: OpenChange) => void;
  /** Loads more items of a section; called again while rows in view are not loaded. */
  onMissing: (section: ChangeSection) => void;
  /** Shown in a section without items. */
  note: (section: ChangeSection) => ReactNode;
}

/** A virtualized list of changes, with a table of items for each template. Works by mouse and by keyboard. */
export function ChangesView({
  label,
  sections,
  selection,
  addressOf,
  opened,
  onOpen,
  onMissing,
  note,
}: ChangesViewProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutOf(sections), [sections]);
  const shown = useWindow({
    count: layout.lines,
    renderAllUpTo: 80,
    size: (line) => lineHeight(layout.lineAt(line).kind),
    itemKey: useMemo(() => (line: number) => (layout ? line : -1), [layout]),
    viewport,
    covered: 0,
    virtual,
  });
  // Arrow keys start from it; Tab skips the rest of the list.
  const [active, setActive] = useState<Place>({ section: 0, item: null });
  // The start of a range selected with Shift.
  const anchor = useRef<Place>(null);
  const first = layout.lines > 0 ? layout.lineAt(shown.start).section : 0;
  const last = layout.lines > 0 ? layout.lineAt(Math.max(0, shown.end - 1)).section : -1;

  // The focused row stays rendered when it is scrolled out of view; otherwise the focus would be lost.
  const shownSections = withActive(first, last, Math.min(active.section, sections.length - 1));
  const missing = shownSections.flatMap((at) => {
    const section = sections[at];
    const end = Math.max(shown.end - layout.placeOf(at, 0), active.section === at ? (active.item ?? -1) + 1 : 0);
    return section && section.items.length < Math.min(section.total, end) ? [section] : [];
  });
  const load = useStableCallback(onMissing);
  const lacking = missing.map(({ templateId, items }) => `${templateId} ${items.length}`).join();
  // Requests rows that come into view without being loaded; only scrolling signals this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lacking` identifies these rows
  useEffect(() => {
    for (const section of missing) load(section);
  }, [lacking, load]);

  const itemAt = ({ section, item }: Place) => (item === null ? undefined : sections[section]?.items[item]);

  // A placeholder row is replaced once it is loaded, together with its focused element.
  const waiting = useRef<Place>(null);
  useLayoutEffect(() => {
    const place = waiting.current;
    if (!place || !itemAt(place)) return;
    waiting.current = null;
    if (document.activeElement === document.body) targetOf(viewport.current, place)?.focus({ preventScroll: true });
  });

  const focus = (place: Place) => {
    const element = viewport.current;
    const line = layout.placeOf(place.section, place.item);
    if (element) {
      const top = layout.topOf(line);
      const height = lineHeight(layout.lineAt(line).kind);
      const head = place.item === null ? 0 : lineHeight('header') + lineHeight('heads');
      if (top - head < element.scrollTop) element.scrollTop = top - head;
      else if (top + height > element.scrollTop + element.clientHeight)
        element.scrollTop = top + height - element.clientHeight;
    }
    flushSync(() => setActive(place));
    waiting.current = place.item === null || itemAt(place) ? null : place;
    targetOf(element, place)?.focus({ preventScroll: true });
  };

  const placesBetween = (a: Place, b: Place): Place[] => {
    const [from, to] = [a, b].map(({ section, item }) => layout.placeOf(section, item)).sort((x, y) => x - y);
    const places: Place[] = [];
    for (let line = from ?? 0; line <= (to ?? -1); line++) {
      const found = layout.lineAt(line);
      if (found.kind === 'item') places.push({ section: found.section, item: found.index });
    }
    return places;
  };

  const isOn = (place: Place): boolean => {
    const templateId = sections[place.section]?.templateId;
    const id = itemAt(place)?.id;
    return templateId != null && id !== undefined && selection?.isItemSelected(templateId, id) === true;
  };

  /** Selects an item, or with Shift all from the last one. */
  const pick = useStableCallback((place: Place, isRange: boolean) => {
    const start = isRange ? anchor.current : null;
    const wanted = start ? isOn(start) : !isOn(place);
    selection?.selectItems(start ? placesBetween(start, place) : [place], wanted);
    if (!start) anchor.current = place;
    setActive(place);
  });

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextPlace(event.key, active, sections, pageSize(viewport.current));
    if (!next) return;
    event.preventDefault();
    if (event.shiftKey && selection) {
      anchor.current ??= active;
      selection.selectItems(placesBetween(anchor.current, next), true);
    } else anchor.current = null;
    focus(next);
    const section = sections[next.section];
    const id = next.item === null ? null : section?.items[next.item]?.id;
    if (opened && section && id !== undefined && (id !== null || section.change !== null))
      onOpen({ templateId: section.templateId, id });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls
    <div
      ref={viewport}
      className={classes.viewport}
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      onKeyDown={press}
    >
      {shownSections.map((at, index) => {
        const section = sections[at];
        if (!section) return null;
        const start = layout.placeOf(at, 0);
        return (
          <Fragment key={section.templateId ?? ''}>
            <Gap height={layout.gapBetween((shownSections[index - 1] ?? -1) + 1, at)} />
            <ChangeSectionView
              at={at}
              section={section}
              height={layout.heightOf(at)}
              start={Math.max(0, Math.min(section.total, shown.start - start))}
              end={Math.max(0, Math.min(section.total, shown.end - start))}
              active={active.section === at ? active.item : undefined}
              opened={opened?.templateId === section.templateId ? opened.id : undefined}
              selection={selection}
              addressOf={addressOf}
              onPick={pick}
              onActive={setActive}
              note={section.total === 0 ? note(section) : null}
            />
          </Fragment>
        );
      })}
      <Gap height={layout.gapBetween((shownSections.at(-1) ?? -1) + 1, sections.length)} />
    </div>
  );
}

/** The focusable element of a place. */
const targetOf = (viewport: HTMLElement | null, { section, item }: Place) =>
  viewport?.querySelector<HTMLElement>(`[data-place="${section}/${item ?? ''}"]`);

const Gap = ({ height }: { height: number }) => (height > 0 ? <div aria-hidden style={{ height }} /> : null);

/** The range of sections to render, and the active one. */
function withActive(first: number, last: number, active: number): number[] {
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (active >= 0 && active < first) shown.unshift(active);
  if (active > last) shown.push(active);
  return shown;
}

/** How many rows Page Up and Page Down move. */
const pageSize = (viewport: HTMLElement | null): number =>
  Math.max(1, Math.floor((viewport?.clientHeight ?? 0) / lineHeight('item')) - 2);

/** The place that a key moves to; undefined for other keys. */
function nextPlace(key: string, from: Place, sections: readonly ChangeSection[], page: number): Place | undefined {
  const step = ({ section, item }: Place, by: 1 | -1): Place | undefined => {
    const next = (item ?? -1) + by;
    if (next >= 0 && next < (sections[section]?.total ?? 0)) return { section, item: next };
    if (by === -1 && item === 0) return { section, item: null };
    const other = sections[section + by];
    if (!other) return undefined;
    return { section: section + by, item: by === -1 && other.total > 0 ? other.total - 1 : null };
  };
  const steps = (by: 1 | -1, times: number) => {
    let place = from;
    for (let taken = 0; taken < times; taken++) place = step(place, by) ?? place;
    return place;
  };
  if (key === 'ArrowDown') return step(from, 1) ?? from;
  if (key === 'ArrowUp') return step(from, -1) ?? from;
  if (key === 'PageDown') return steps(1, page);
  if (key === 'PageUp') return steps(-1, page);
  if (key === 'Home') return { section: 0, item: null };
  if (key === 'End') {
    const section = Math.max(0, sections.length - 1);
    const total = sections[section]?.total ?? 0;
    return { section, item: total > 0 ? total - 1 : null };
  }
  return undefined;
}
