import type { Database, Statement } from 'better-sqlite3';
import { CompiledQuery, type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Statements run at once, past the query builder. For what is written with every file that leaves: there the builder and its promises cost more than the statements.
 */
export interface Direct {
  /** Runs a statement that gives no rows. */
  run(text: string, values: readonly unknown[]): { readonly changes: number; readonly id: number };
  /** The values of the first row, in the order of its columns; undefined when there is none. */
  first(text: string, values: readonly unknown[]): readonly unknown[] | undefined;
}

/**
 * A value that the planner does not look at. Where it does (a join, an order, an index of part of a table), SQLite makes the statement ready anew for each other value, which takes
 * many times as long as finding a row by its key.
 */
export const asItComes = <Value>(value: Value): RawBuilder<Value> => sql<Value>`+${value}`;

/** Carries the way past the builder to where only the builder is at hand. */
export class DirectAdapter extends SqliteAdapter {
  readonly direct: Direct;

  constructor(database: Database) {
    super();
    this.direct = createDirect(database);
  }
}

/** Only within a transaction, which has the connection for itself: elsewhere a statement could fall into the transaction of another. */
export function directIn(transaction: Kysely<Tables>): Direct {
  const { adapter } = transaction.getExecutor();
  if (!transaction.isTransaction || !(adapter instanceof DirectAdapter)) throw new Error('no transaction');
  return adapter.direct;
}

/** Reads past the builder what is asked for with every file, in its turn on the connection. */
export async function readDirect<Row>(
  queries: Kysely<Tables>,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await queries.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/** The statements are few, and each is made ready once. */
export function createDirect(database: Database): Direct {
  const kept = new Map<string, Statement<unknown[], unknown[]>>();
  const keep = (text: string): Statement<unknown[], unknown[]> => {
    const statement = kept.get(text) ?? database.prepare<unknown[], unknown[]>(text);
    kept.set(text, statement);
    return statement;
  };
  return {
    run(text, values) {
      const { changes, lastInsertRowid } = keep(text).run(...values);
      return { changes, id: Number(lastInsertRowid) };
    },
    first: (text, values) =>
      keep(text)
        .raw()
        .get(...values),
  };
}
