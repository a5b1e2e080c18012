import type { Migration } from './migration.ts';

const mostRows = 7680;

const changed = `delete from word_blocks where first between new.sequence - ${mostRows - 1} and new.sequence and last >= new.sequence;`;

/**
 * Of words that many submissions share, which submissions have them: a bit for each. Two lists of
 * words that nearly all have, and no row both, are followed to their ends; bits are met thousands
 * at a time. They are gathered when the words of a block have come to rest; until then, and as soon
 * as one of its words is due again, the block has none.
 */
export const commonWords: Migration = {
  version: 19,
  name: 'common words',
  sql: `
create table word_blocks (
  -- Submissions next to each other in the order of arrival whose common words are gathered, by their sequence numbers.
  first integer primary key,
  last integer not null check (last between first and first + ${mostRows - 1}),
  is_whole integer not null check (is_whole in (0, 1))
) strict;
create table common_words (
  block integer not null,
  -- 0 the words of submissions, 1 those of their records.
  source integer not null check (source in (0, 1)),
  -- The beginning of words, or a mark.
  word text not null,
  -- A bit for each submission of the block, the first highest in each byte.
  rows blob not null,
  primary key (block, source, word)
) strict, without rowid;

create trigger words_due_gathered_anew after insert on words_due when new.places & 1 begin
  ${changed}
end;
create trigger words_due_gathered_anew_too after update of places on words_due when new.places & 1 begin
  ${changed}
end;
`,
};
