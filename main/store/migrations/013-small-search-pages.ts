import type { Migration } from './migration.ts';

/**
 * Smaller pages for the index of words (bytes each; SQLite's default is 4,050). A word that nearly
 * all share is followed page by page to where a rare one stands, and may only skip pages where it
 * fills several of them: with small ones it skips soon, and what it reads besides is little. What
 * is found stays the same. The rows that are there are written anew.
 */
export const smallSearchPages: Migration = {
  version: 13,
  name: 'small search pages',
  sql: ['submission_search', 'record_search']
    .map(
      (name) => `
insert into ${name} (${name}, rank) values ('pgsz', 500);
insert into ${name} (${name}) values ('optimize');`,
    )
    .join(''),
};
