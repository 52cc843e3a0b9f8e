import type { ProposalState } from '@quartermaster/contract/endpoints/proposals.ts';
import type { QueryFormat } from '../../shared/table/list/list-state.ts';
import { useListState } from '../../shared/table/list/use-list-state.ts';
import { rememberedSize, rememberSize } from '../../shared/table/page-sizes.ts';
import { stateNames } from './proposal-state.tsx';

interface ProposalsQuery {
  state: ProposalState;
}

const states = Object.keys(stateNames) as ProposalState[];

const format: QueryFormat<ProposalsQuery> = {
  names: ['state'],
  parse: (params) => ({ state: states.find((state) => state === params.get('state')) ?? 'open' }),
  format: ({ state }, params) => {
    if (state !== 'open') params.set('state', state);
  },
};

const ignore = () => undefined;

/** The state of the list of proposals in its URL. */
export function useProposalsAddress() {
  const { query, position, addressOf, setSize, ...list } = useListState({ format, defaultSize: rememberedSize });
  return {
    ...list,
    state: query.state,
    /** Links to the proposals in each state. */
    tabs: states.map((state) => ({ id: state, label: stateNames[state].label, to: addressOf({ state }) })),
    pageQuery: { state: query.state, cursor: position.cursor, limit: position.size },
    size: position.size,
    setSize: (size: number | undefined) => {
      if (size === undefined) return;
      rememberSize(size);
      setSize(size);
    },
    // Proposals are not searched.
    searched: '',
    setSearch: ignore,
    clear: ignore,
  };
}
