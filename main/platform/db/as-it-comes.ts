import { type RawBuilder, sql } from 'kysely';

/**
 * A value that the query planner ignores. Where the planner looks at a value (a join, an order, a
 * partial index), SQLite prepares the statement again for each other value, which takes many times
 * as long as finding a row by its key.
 */
export const asItComes = <Value>(value: Value): RawBuilder<Value> => sql<Value>`+${value}`;
