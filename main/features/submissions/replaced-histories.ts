import type Database from 'better-sqlite3';
import { z } from 'zod';
import { shownStateSchema } from '../../../contract/submission.ts';
import { toCallError } from '../../platform/call-error.ts';
import { listReplacedNames, openReplaced } from '../../platform/db/replaced-folders.ts';
import type { Core } from '../core.ts';
import { shownStateSql } from './shown-state-sql.ts';
import { hasEntered, readPositions } from './submission-records-table.ts';

const sentInReplacedSchema = z.object({
  id: z.string(),
  file: z.string(),
  /**
   * A file that was being sent when the history was set aside may have arrived. A refusal counts as
   * possible for records without a result.
   */
  state: z.enum(['accepted', 'partially_accepted', 'unknown', 'rejected']),
  shown: shownStateSchema,
  /** ISO instant. */
  at: z.string(),
  /** Positions in the file in question, from 1; none where it is the same document. */
  records: z.string().transform(readPositions),
});

/** A submission, sent or perhaps sent, that only a history set aside has. */
type SentInReplaced = z.infer<typeof sentInReplacedSchema>;

const sent = `earlier.id, earlier.file_name as file, iif(earlier.state = 'sending', 'unknown', earlier.state) as state,
  iif(earlier.state = 'sending', 'unknown', ${shownStateSql('earlier')}) as shown,
  coalesce(earlier.sent_at, earlier.created_at) as at`;
/**
 * Leaves out what the history in force has, but not what a person marked there as not delivered
 * and was accepted here. What was queued had not been sent.
 */
const isNewsHere = `not exists (
    select 1 from restored.submissions as known
    where known.id = earlier.id
      and (known.state <> 'failed' or earlier.state in ('unknown', 'sending')))`;
const mayHaveArrived = `earlier.state in ('accepted', 'partially_accepted', 'unknown', 'sending') and ${isNewsHere}`;

const sameDocument = `
  select ${sent}, '[]' as records from submissions as earlier
  where earlier.sha256 = ? and (earlier.environment = ? or earlier.base_url = ?) and ${mayHaveArrived}
  order by earlier.sequence desc limit 1`;

const sharing = (mine: string): string => `
  select ${sent}, json_group_array(mine.record) as records from (${mine}) as mine
  cross join main.submission_records as entered on entered.identity = mine.identity
  cross join submissions as earlier on earlier.sequence = entered.submission
  where earlier.state <> 'queued' and ${isNewsHere} and ${hasEntered('earlier', 'entered')}
  group by earlier.sequence order by earlier.sequence desc limit 100`;
const sharingThese = sharing(
  'select key + 1 as record, unhex(value) as identity from json_each(?)',
);
const sharingThoseOf = sharing(
  'select record, identity from restored.submission_records where submission = ?',
);

/**
 * A history that was set aside, open for reading. Its statements are prepared once: thousands for
 * many files would wait in memory for the garbage collector.
 */
interface Aside {
  readonly database: Database.Database;
  readonly statements: Map<string, Database.Statement<unknown[]>>;
}

/**
 * Histories that were set aside when a copy replaced them: only they have what was sent after that
 * copy. One that cannot be read, or only in part, is skipped where it cannot be read: that was
 * reported when it was set aside.
 */
export class ReplacedHistories {
  readonly #log: Core['log'];
  readonly #baseUrl: string | null;
  readonly #replaced: readonly Aside[];
  #isFaultTold = false;

  constructor({ dataFolder, log, connection }: Pick<Core, 'dataFolder' | 'log' | 'connection'>) {
    this.#log = log;
    this.#baseUrl = connection.configured().slot?.baseUrl ?? null;
    this.#replaced = listReplacedNames(dataFolder).flatMap((name) =>
      this.#quietly(() => [{ database: openReplaced(dataFolder, name), statements: new Map() }]),
    );
  }

  /**
   * The newest submission of the same document to the same service, under whichever id it had
   * there; undefined when there is none.
   */
  findDocument({
    sha256,
    environment,
  }: {
    sha256: string;
    environment: string;
  }): SentInReplaced | undefined {
    return this.#ask(sameDocument, [sha256, environment, this.#baseUrl])[0];
  }

  /**
   * Creations that recorded, or may have recorded, any of these records; `identities` are
   * hexadecimal.
   */
  findRecords(identities: readonly string[]): readonly SentInReplaced[] {
    return this.#ask(sharingThese, [JSON.stringify(identities)]);
  }

  /** The same for the records of a submission of the history in force, by its sequence number. */
  findRecordsOf(sequence: number): readonly SentInReplaced[] {
    return this.#ask(sharingThoseOf, [sequence]);
  }

  [Symbol.dispose](): void {
    for (const { database } of this.#replaced) database.close();
  }

  /** The newest history first; what several of them have is named once. */
  #ask(text: string, values: readonly unknown[]): readonly SentInReplaced[] {
    const found = this.#replaced.flatMap(({ database, statements }) =>
      this.#quietly(() => {
        const statement = statements.get(text) ?? database.prepare(text);
        statements.set(text, statement);
        return z.array(sentInReplacedSchema).parse(statement.all(...values));
      }),
    );
    return [...new Map(found.toReversed().map((each) => [each.id, each])).values()].toReversed();
  }

  #quietly<Value>(read: () => readonly Value[]): readonly Value[] {
    try {
      return read();
    } catch (error) {
      if (!this.#isFaultTold)
        this.#log.warn('set_aside_not_read', { code: toCallError(error).code });
      this.#isFaultTold = true;
      return [];
    }
  }
}
