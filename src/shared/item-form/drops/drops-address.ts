import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { useSearchParams } from 'react-router-dom';
import { readNumber } from '../../field-types/number/number-text.tsx';

/** Inputs of the drops panel; numbers are texts while they are none. */
export interface DropsInput {
  tries: FieldValue;
  /** The keys of drops and tables. */
  targets: readonly string[];
  guarantee: FieldValue;
  seed: string;
  rolls: number;
}

const first: DropsInput = { tries: 100, targets: [], guarantee: null, seed: '1', rolls: 10_000 };

const names = ['drops', 'tries', 'target', 'guarantee', 'seed', 'rolls'] as const;

function read(params: URLSearchParams): DropsInput {
  const rolls = Number(params.get('rolls') ?? first.rolls);
  return {
    tries: params.has('tries') ? readNumber(params.get('tries') ?? '') : first.tries,
    targets: params.getAll('target'),
    guarantee: readNumber(params.get('guarantee') ?? ''),
    seed: (params.get('seed') ?? first.seed).slice(0, dropLimits.seed),
    rolls: rolls === dropLimits.rolls ? rolls : first.rolls,
  };
}

/** The open drop table and what is asked of it, as the address has it. Writing it adds no entry to the history of the browser. */
export function useDropsAddress(table: string) {
  const [params, setParams] = useSearchParams();
  const write = (change: (after: URLSearchParams) => void) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of names) after.delete(name);
        change(after);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    isOpen: params.get('drops') === table,
    input: read(params),
    open: () => write((after) => after.set('drops', table)),
    close: () => write(() => undefined),
    /** Writes what differs from a table that was just opened. */
    set: ({ tries, targets, guarantee, seed, rolls }: DropsInput) =>
      write((after) => {
        after.set('drops', table);
        if (tries !== first.tries) after.set('tries', String(tries ?? ''));
        for (const target of targets) after.append('target', target);
        if (guarantee !== null) after.set('guarantee', String(guarantee));
        if (seed !== first.seed) after.set('seed', seed);
        if (rolls !== first.rolls) after.set('rolls', String(rolls));
      }),
  };
}
