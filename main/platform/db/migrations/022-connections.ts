import type { Database } from 'better-sqlite3';
import type { Migration } from './migration.ts';

/**
 * The column `environment` takes any connection's id. SQLite changes a check of a table only in the
 * text of its schema (https://sqlite.org/lang_altertable.html, "otheralter").
 */
export const connections: Migration = {
  version: 22,
  sql: '',
  fill: (database: Database) => {
    const version = Number(database.pragma('schema_version', { simple: true }));
    database.unsafeMode(true);
    database.pragma('writable_schema = on');
    database
      .prepare("update sqlite_schema set sql = replace(sql, ?, '') where type = 'table'")
      .run(" check (environment in ('sandbox', 'production'))");
    database.pragma(`schema_version = ${version + 1}`);
    database.pragma('writable_schema = off');
    database.unsafeMode(false);
  },
};
