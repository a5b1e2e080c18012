import { type RawBuilder, sql } from 'kysely';

/**
 * A value that the planner does not look at. Where it does (a join, an order, an index of part of a
 * table), SQLite makes the statement ready anew for each other value, which takes many times as
 * long as finding a row by its key.
 */
export const asItComes = <Value>(value: Value): RawBuilder<Value> => sql<Value>`+${value}`;
