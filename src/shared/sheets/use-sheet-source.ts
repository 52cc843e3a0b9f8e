import { useEffect, useRef, useState } from 'react';
import { errorText } from '../http/error-text.ts';
import { fetchCode } from '../http/fetch-code.ts';
import { useServices } from '../services/services.ts';
import type { ColumnNames, OpenSheet, SheetChoice } from './open-sheet.ts';
import { SheetProblem } from './sheet-problem.ts';
import type { HeldBook } from './worker-book.ts';

/** A file that is being read. */
interface ReadFile {
  name: string;
  choice: SheetChoice;
  sheet?: OpenSheet;
  /** Why it cannot be read, as a sentence. */
  problem?: string;
  isReading: boolean;
}

/** A file of rows that the user chooses, and how it is read; the functions return what was read unless it is dropped. */
export interface SheetSource {
  file: ReadFile | null;
  take: (file: File) => Promise<OpenSheet | undefined>;
  /** Reads the same file in another way. */
  choose: (choice: SheetChoice) => Promise<OpenSheet | undefined>;
  /** The rows as JSON lines by these names of the columns; those in `asShown` get numbers as the sheet shows them. */
  write: (names: ColumnNames, asShown: ReadonlySet<string>) => Promise<Blob>;
  /** The whole sheet as CSV. */
  writeCsv: () => Promise<Blob>;
}

/** Reads a file of rows without holding up the page; what an earlier file or choice results in is dropped. */
export function useSheetSource(): SheetSource {
  const { report } = useServices();
  const [file, setFile] = useState<ReadFile | null>(null);
  const book = useRef<HeldBook>(undefined);
  const turn = useRef(0);
  const end = () => {
    turn.current += 1;
    book.current?.close();
    book.current = undefined;
  };
  useEffect(
    () => () => {
      turn.current += 1;
      book.current?.close();
    },
    [],
  );

  const read = async (name: string, choice: SheetChoice, chosen?: File) => {
    turn.current += 1;
    const call = turn.current;
    setFile((before) => ({
      ...(before?.name === name && before.sheet && { sheet: before.sheet }),
      name,
      choice,
      isReading: true,
    }));
    const show = (result: Partial<ReadFile>) => {
      if (call === turn.current) setFile({ name, choice, isReading: false, ...result });
    };
    try {
      const { openBook } = await fetchCode(() => import('./worker-book.ts'));
      book.current ??= await openBook();
      const sheet = await book.current.open(chosen, choice);
      show({ sheet, ...(sheet.problem !== undefined && { problem: sheet.problem }) });
      return call === turn.current && sheet.problem === undefined ? sheet : undefined;
    } catch (error) {
      if (!(error instanceof SheetProblem)) report(error);
      show({ problem: error instanceof SheetProblem ? error.message : errorText(error) });
      return undefined;
    }
  };
  const open = () => {
    if (!book.current) throw new Error('No file is open.');
    return book.current;
  };
  return {
    file,
    take: (chosen) => {
      end();
      return read(chosen.name, {}, chosen);
    },
    choose: async (choice) => (file ? read(file.name, choice) : undefined),
    write: async (names, asShown) => open().write(names, asShown),
    writeCsv: async () => open().writeCsv(),
  };
}
