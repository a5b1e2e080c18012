/**
 * The index of words: no texts and no positions, its row number is the submission's sequence. Each
 * usual length of a word's beginning has an index: without them one digit takes 190 ms at 100,000
 * submissions.
 */
export const search = `
create virtual table submission_words using fts5 (words, content = '', contentless_delete = 1,
  detail = 'none', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 10');
`;
