/** The guards of a table whose rows are evidence; `row` begins the sentence of their refusal. */
export const neverChanges = (
  table: string,
  row: string,
): string => `create trigger ${table}_are_kept before delete on ${table} begin
  select raise(abort, '${row} is never deleted');
end;
create trigger ${table}_stay before update on ${table} begin
  select raise(abort, '${row} never changes');
end;`;
