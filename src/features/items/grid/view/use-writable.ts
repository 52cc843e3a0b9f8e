import { useServices } from '../../../../shared/services/services.ts';
import type { GridState } from '../model/grid-state.ts';

/** Returns a function that says whether the selected cells can be written, and tells the user why if they cannot. */
export function useWritable(state: GridState) {
  const { notify } = useServices();
  return (kind: Parameters<GridState['writeProblem']>[0]): boolean => {
    const problem = state.writeProblem(kind);
    if (problem !== undefined) notify.info(problem);
    return problem === undefined;
  };
}
