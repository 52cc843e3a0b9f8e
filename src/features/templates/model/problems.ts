import { type Atom, atom, type createStore } from 'jotai';
import type { Draft } from './draft.ts';

type Store = ReturnType<typeof createStore>;

/** Error messages by path: `id`, `label`, `fields.<field id>.<setting>`. */
export type Problems = Readonly<Record<string, string>>;

/** The state of a draft's errors, besides those that its own rules report. */
export interface ProblemsOfDraft {
  /** Errors from the server, for as long as the draft has the value that was refused. */
  serverErrors: Atom<Problems>;
  setServerErrors: (errors: Problems) => void;
  /** The inputs that have had the focus: before that, a new field is not reported as incomplete. */
  touched: Atom<ReadonlySet<string>>;
  touch: (path: string) => void;
  /** True after the first attempt to save: from then on all errors are shown. */
  isSaveAttempted: Atom<boolean>;
  markSaveAttempted: () => void;
}

/** The path of a setting in {@link Problems}. */
export const pathOf = (fieldId: string, setting: string): string => `fields.${fieldId}.${setting}`;

/** The field and the setting that a path names; undefined for the template's own name and id. */
export function fieldOfPath(path: string): { id: string; setting: string } | undefined {
  const [, id, setting] = /^fields\.(.+)\.([^.]+)$/.exec(path) ?? [];
  return id !== undefined && setting !== undefined ? { id, setting } : undefined;
}

/** The errors of one field, by setting. */
export function problemsOfField(problems: Problems, id: string): Problems {
  const start = pathOf(id, '');
  const matching = Object.entries(problems).filter(([path]) => path.startsWith(start));
  return Object.fromEntries(matching.map(([path, reason]) => [path.slice(start.length), reason]));
}

const none: Problems = {};

/** Creates the error state of one draft. */
export function createProblems(store: Store, draft: Atom<Draft>): ProblemsOfDraft {
  const refused = atom<{ errors: Problems; draft: Draft } | null>(null);
  const touched = atom<ReadonlySet<string>>(new Set<string>());
  const isSaveAttempted = atom(false);
  return {
    serverErrors: atom((get) => {
      const last = get(refused);
      return last ? stillTrue(last.errors, last.draft, get(draft)) : none;
    }),
    setServerErrors: (errors) => store.set(refused, { errors, draft: store.get(draft) }),
    touched,
    touch: (path) => {
      const before = store.get(touched);
      if (!before.has(path)) store.set(touched, new Set(before).add(path));
    },
    isSaveAttempted,
    markSaveAttempted: () => store.set(isSaveAttempted, true),
  };
}

function stillTrue(errors: Problems, refused: Draft, draft: Draft): Problems {
  const entries = Object.entries(errors);
  const left = entries.filter(([path]) => valueAt(draft, path) === valueAt(refused, path));
  return left.length === entries.length ? errors : Object.fromEntries(left);
}

function valueAt(draft: Draft, path: string): unknown {
  if (path === 'id' || path === 'label') return draft[path];
  const { id = '', setting = '' } = fieldOfPath(path) ?? {};
  if (setting === 'parentId') return draft.shape.parents.get(id);
  const settings: Readonly<Record<string, unknown>> = { ...draft.settings.get(id) };
  return settings[setting];
}
