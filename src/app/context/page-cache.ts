import {
  type Mutation,
  type Query,
  QueryCache,
  QueryClient,
  type QueryClientConfig,
  type QueryFilters,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query';

/** Any query: the cache has them without the types of their answers. */
// biome-ignore lint/suspicious/noExplicitAny: the types of TanStack Query's own cache
type AnyQuery = Query<any, any, any, any>;

/** How long the answer to a change usually takes at most, in milliseconds. */
const answeredWithin = 10_000;

/** Called with a query that has failed; `isFirst` for one of the consoles that show it, which names the failure. */
type OnFailed = (error: Error, query: Query<unknown, unknown, unknown>, isFirst: boolean) => void;

/**
 * The answers of the consoles and parts of a page with the same session. Each has a query client of its own, so that toasts, errors and
 * changes are its own; the cache knows which of them uses a query.
 */
export class PageCache extends QueryCache {
  /** The client that all queries belong to: none of them retains a console. */
  readonly client = new QueryClient({ queryCache: this });
  readonly #members = new Map<QueryClient, OnFailed>();
  readonly #users = new WeakMap<AnyQuery, Set<QueryClient>>();
  /** The client of each observer, by its options. */
  readonly #clients = new WeakMap<object, QueryClient>();

  constructor() {
    super();
    this.config = { onError: (error, query) => this.#reportFailure(error, query) };
  }

  /** Adds the client of a console. */
  join(client: QueryClient, onFailed: OnFailed): void {
    this.#members.set(client, onFailed);
  }

  /** Removes the client of a console. */
  leave(client: QueryClient): void {
    this.#members.delete(client);
    for (const query of this.getAll()) {
      const [observer] = query.observers;
      // The functions of the client that has fetched last would retain its console.
      if (this.#users.get(query)?.delete(client) && observer) query.setOptions(observer.options);
    }
  }

  /** Whether a console of the page waits for the answer to a change that it has just sent; a job may take far longer. */
  isChanging(): boolean {
    const isRecent = ({ state }: Mutation) => Date.now() - state.submittedAt < answeredWithin;
    return [...this.#members.keys()].some((client) => client.isMutating({ predicate: isRecent }) > 0);
  }

  // Every observer, prefetch and write of a client calls this with its client.
  override build<Fetched, Failure, Data, Key extends QueryKey>(
    client: QueryClient,
    options: Parameters<typeof QueryCache.prototype.build<Fetched, Failure, Data, Key>>[1],
    state?: QueryState<Data, Failure>,
  ): Query<Fetched, Failure, Data, Key> {
    const query = super.build(this.client, options, state);
    if (client === this.client) return query;
    this.#clients.set(options, client);
    const users = this.#users.get(query);
    if (users) users.add(client);
    else this.#users.set(query, new Set([client]));
    return query;
  }

  /** True if no console of the page has asked for the query. */
  readonly isAbandoned = (query: AnyQuery): boolean => !this.#users.get(query)?.size;

  /** True if this console has asked for the query since it was mounted. */
  isUsedBy(client: QueryClient, query: AnyQuery): boolean {
    return this.#users.get(query)?.has(client) ?? false;
  }

  /** True if the query is on the screen of this console. */
  isShownBy(client: QueryClient, query: AnyQuery): boolean {
    return query.observers.some(({ options }) => options.enabled !== false && this.#clients.get(options) === client);
  }

  /** True if the query is on the screen of another console. */
  isShownElsewhere(client: QueryClient, query: AnyQuery): boolean {
    return [...this.#members.keys()].some((other) => other !== client && this.isShownBy(other, query));
  }

  #reportFailure(error: Error, query: Query<unknown, unknown, unknown>) {
    const showing = [...this.#members].filter(([client]) => this.isShownBy(client, query));
    const using = [...this.#members].filter(([client]) => this.isUsedBy(client, query));
    const concerned = showing.length > 0 ? showing : using;
    for (const [index, [, onFailed]] of concerned.entries()) onFailed(error, query, index === 0);
  }
}

/** The query client of one console, on the cache of its page. */
export class ConsoleQueries extends QueryClient {
  readonly answers: PageCache;

  constructor(answers: PageCache, options: Omit<QueryClientConfig, 'queryCache'>) {
    super({ ...options, queryCache: answers });
    this.answers = answers;
  }

  /** True for a query that this console has asked for. */
  readonly isUsed = (query: AnyQuery): boolean => this.answers.isUsedBy(this, query);

  /** True for a query that is on the screen of this console. */
  readonly isShown = (query: AnyQuery): boolean => this.answers.isShownBy(this, query);

  /** What another console shows is not removed under it, but loaded again. */
  override removeQueries<TTaggedQueryKey extends QueryKey = QueryKey>(
    filters: QueryFilters<TTaggedQueryKey> = {},
  ): void {
    const matching = this.answers.findAll(filters);
    const others = new Set<AnyQuery>(matching.filter((query) => this.answers.isShownElsewhere(this, query)));
    for (const query of matching) if (!others.has(query)) this.answers.remove(query);
    if (others.size > 0) void this.invalidateQueries({ predicate: (query) => others.has(query) });
  }
}
