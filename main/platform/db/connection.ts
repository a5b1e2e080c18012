import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { foldText, nameOrder } from '../../../contract/fold-text.ts';
import { SealingAdapter } from './chain-seal.ts';
import { type ConnectionSetting, type OpenDatabase, withSettings } from './connection-settings.ts';
import type { Tables } from './tables.ts';

/** Settings of every connection that writes. */
const requiredPragmas: readonly ConnectionSetting[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', 2000, 2000],
  ['trusted_schema', 'OFF', 0],
  ['secure_delete', 'ON', 1],
  ['recursive_triggers', 'ON', 1],
  // In KiB; the system has its own cache beside it. The driver's default of 16 MB is no faster.
  ['cache_size', -4000, -4000],
];

/**
 * Opens a connection with the required settings (statement Q1): durable at every commit, deleted
 * values overwritten. Queries may call `fold_text`, which is `foldText`: SQLite's own `lower`
 * changes only letters from A to Z. `name_order` is `nameOrder`.
 */
export function openConnection(path: string, options: { mustExist: boolean }): OpenDatabase {
  const database = withSettings(
    new Database(path, { fileMustExist: options.mustExist, timeout: 2000 }),
    requiredPragmas,
  );
  return database
    .function('fold_text', { deterministic: true }, (text) => foldText(String(text)))
    .function('name_order', { deterministic: true }, (text) => nameOrder(String(text)));
}

/**
 * Every transaction takes the write lock at its start: a later upgrade can fail in the middle
 * (statement Q10).
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database: withKeptStatements(database) });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * A full disk or a failed read has rolled back already (statement Q4): a second rollback would
   * fail and hide the cause.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Number of prepared statements that are kept: the application has fewer, except for lists of
 * different lengths.
 */
const keptStatements = 300;

/**
 * The driver's connection with statements that are prepared once: preparing takes longer than
 * running most of them. The driver runs each to its end, so none is used twice at a time.
 */
function withKeptStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const statement = kept.get(text) ?? database.prepare(text);
      // Least recently used, first removed.
      kept.delete(text);
      kept.set(text, statement);
      if (kept.size > keptStatements) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
    close: () => void database.close(),
  };
}

/** Typed queries on an open connection; destroying them closes the connection. */
export function createQueries(database: Database.Database): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SealingAdapter(),
    createDriver: () => new ImmediateDriver(database),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const queries = new Kysely<Tables>({ dialect });
  refuseWaitingForItself(queries);
  return queries;
}

/**
 * A query outside an open transaction, made inside it, would wait for the connection for ever. It
 * throws instead.
 */
function refuseWaitingForItself(queries: Kysely<Tables>): void {
  const turns = new AsyncLocalStorage<{ isOpen: boolean }>();
  const executor = queries.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = async (use, options) => {
    if (turns.getStore()?.isOpen) throw new Error('a query past the open transaction');
    return provide(async (connection) => {
      const turn = { isOpen: true };
      return turns
        .run(turn, () => use(connection))
        .finally(() => {
          turn.isOpen = false;
        });
    }, options);
  };
}
