/** `shownStateOf` of the contract for the submission `row` of a statement. */
export const shownStateSql = (row: string): string => `case
  when ${row}.state = 'unknown' and ${row}.answer_code is 'answer_queued' then 'queued_there'
  when ${withErrorsSql(row)} then 'accepted_with_errors'
  else ${row}.state end`;

/** Whether all of the submission `row` was recorded, some of it with errors. */
export function withErrorsSql(row: string): string {
  return `(${row}.state = 'partially_accepted'
    and ${row}.incorrect_count = 0 and ${row}.accepted_with_errors_count > 0
    and ${row}.correct_count + ${row}.accepted_with_errors_count = ${row}.record_count)`;
}
