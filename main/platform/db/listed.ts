import { type RawBuilder, sql } from 'kysely';

/**
 * Values for `in`, passed as one: a list of parameters would be another statement for each length,
 * which takes longer to prepare than to run, and has a limit.
 */
export const listed = <Value extends string | number>(
  values: readonly Value[],
): RawBuilder<Value> => sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;
