import { AsyncResource } from 'node:async_hooks';
import type { Database, Statement } from 'better-sqlite3';
import { type Kysely, type RawBuilder, SqliteAdapter, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Statements run at once, past the query builder. For what is read and written with every file that
 * leaves: there the builder and its promises cost more than the statements.
 */
export interface Direct {
  /** Runs a statement that gives no rows. */
  run(text: string, values: readonly unknown[]): { readonly changes: number; readonly id: number };
  /** The values of the first row, in the order of its columns; undefined when there is none. */
  first(text: string, values: readonly unknown[]): readonly unknown[] | undefined;
  /** All rows, by the names of their columns. */
  rows<Row>(text: string, values: readonly unknown[]): readonly Row[];
  /** Runs work as one transaction, which takes the write lock at once. */
  transact<Value>(work: () => Value): Value;
  /** Seals the hash of a link of the chain; null while the key is not at hand. */
  seal: Seal;
}

/** HMAC of a link's hash under the key of the history's chain. */
export type Seal = (hash: string) => Uint8Array | null;

/** From now on links are sealed so. What `seal` starts is not part of the transaction it is in. */
export function sealWith(queries: Kysely<Tables>, seal: Seal): void {
  directOf(queries).seal = AsyncResource.bind(seal);
}

/**
 * A value that the planner does not look at. Where it does (a join, an order, an index of part of a
 * table), SQLite makes the statement ready anew for each other value, which takes many times as
 * long as finding a row by its key.
 */
export const asItComes = <Value>(value: Value): RawBuilder<Value> => sql<Value>`+${value}`;

/** Carries the way past the builder to where only the builder is at hand. */
export class DirectAdapter extends SqliteAdapter {
  readonly direct: Direct;

  constructor(database: Database) {
    super();
    this.direct = directOn(database);
  }
}

/**
 * Only in a transaction, which has the connection for itself: elsewhere a statement could fall into
 * the transaction of another.
 */
export const directIn = (transaction: Transaction<Tables>): Direct => directOf(transaction);

function directOf(queries: Kysely<Tables>): Direct {
  const { adapter } = queries.getExecutor();
  if (!(adapter instanceof DirectAdapter)) throw new Error('no direct way');
  return adapter.direct;
}

/** Runs work in its turn on the connection, to its end without letting go of the thread. */
export async function inTurn<Value>(
  queries: Kysely<Tables>,
  work: (direct: Direct) => Value,
): Promise<Value> {
  if (queries.isTransaction) return work(directOf(queries));
  return queries.connection().execute(async (connection) => work(directOf(connection)));
}

/** The same as one transaction; when `work` throws, nothing of it was written. */
export function transact<Value>(
  queries: Kysely<Tables>,
  work: (direct: Direct) => Value,
): Promise<Value> {
  return inTurn(queries, (direct) => direct.transact(() => work(direct)));
}

/** The statements are few, and each is made ready once. */
export function directOn(database: Database): Direct {
  const kept = new Map<string, Statement<unknown[], unknown[]>>();
  const keep = (text: string): Statement<unknown[], unknown[]> => {
    const statement = kept.get(text) ?? database.prepare<unknown[], unknown[]>(text);
    kept.set(text, statement);
    return statement;
  };
  const asTransaction = database.transaction((work: () => unknown) => work()).immediate;
  return {
    run(text, values) {
      const { changes, lastInsertRowid } = keep(text).run(...values);
      return { changes, id: Number(lastInsertRowid) };
    },
    first: (text, values) =>
      keep(text)
        .raw()
        .get(...values),
    rows: <Row>(text: string, values: readonly unknown[]) =>
      keep(text)
        .raw(false)
        .all(...values) as unknown as readonly Row[],
    transact: <Value>(work: () => Value) => asTransaction(work) as Value,
    seal: () => null,
  };
}
