import { createHash } from 'node:crypto';
import type { DocumentFormat } from '../../contract/document-format.ts';
import type { State } from './database.ts';

/** States of a company's authorization (specification, part 3). */
export type AuthorizationState = 'none' | 'pending_validation' | 'approved' | 'rejected';

/** A company's authorization without its document; all but the state is null before an upload. */
export interface Authorization {
  readonly state: AuthorizationState;
  readonly file_format: DocumentFormat | null;
  readonly sha256: string | null;
  readonly uploaded_at: string | null;
  readonly decided_at: string | null;
  /** The reason of a rejection, when given. */
  readonly reason: string | null;
}

/** A notification to the intermediary (specification, part 6, which names no channel). */
export interface Notification {
  readonly company_id: string;
  readonly event: 'authorization_approved' | 'authorization_rejected';
  readonly at: string;
  readonly reason: string | null;
}

/** The review's decision. */
interface ReviewResult {
  readonly decision: 'approved' | 'rejected';
  readonly reason: string | null;
}

/** The table of authorizations: one document for each company. */
export interface AuthorizationStore {
  find(companyId: string): Authorization;
  /** Replaces the stored document; validation starts again. */
  upload(companyId: string, document: { format: DocumentFormat; bytes: Buffer }, at: Date): void;
  /**
   * The review's result, with its notification. False when the authorization was not pending
   * validation.
   */
  decide(companyId: string, result: ReviewResult, at: Date): boolean;
  /** The stored document; null when there is none. */
  document(companyId: string): Buffer | null;
  notifications(): readonly Notification[];
}

const none: Authorization = {
  state: 'none',
  file_format: null,
  sha256: null,
  uploaded_at: null,
  decided_at: null,
  reason: null,
};

/** The store over the `authorizations` and `notifications` tables. */
export function createAuthorizationStore(state: State): AuthorizationStore {
  const find = state.prepare<[string], Authorization>(
    'SELECT state, file_format, sha256, uploaded_at, decided_at, reason FROM authorizations WHERE company_id = ?',
  );
  const replace = state.prepare(`
    INSERT INTO authorizations (company_id, state, file_format, sha256, document, uploaded_at)
    VALUES (@id, 'pending_validation', @format, @sha256, @bytes, @at)
    ON CONFLICT (company_id) DO UPDATE SET state = excluded.state, file_format = excluded.file_format,
      sha256 = excluded.sha256, document = excluded.document, uploaded_at = excluded.uploaded_at, decided_at = NULL, reason = NULL`);
  const decide = state.prepare(
    `UPDATE authorizations SET state = ?, decided_at = ?, reason = ? WHERE company_id = ? AND state = 'pending_validation'`,
  );
  const document = state.prepare<[string], { document: Buffer }>(
    'SELECT document FROM authorizations WHERE company_id = ?',
  );
  const notify = state.prepare(
    'INSERT INTO notifications (company_id, event, at, reason) VALUES (?, ?, ?, ?)',
  );
  const notifications = state.prepare<[], Notification>(
    'SELECT company_id, event, at, reason FROM notifications ORDER BY id',
  );
  return {
    find: (id) => find.get(id) ?? none,
    upload: (id, { format, bytes }, at) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      replace.run({ id, format, bytes, sha256, at: at.toISOString() });
    },
    decide: state.transaction((id: string, { decision, reason }: ReviewResult, at: Date) => {
      if (decide.run(decision, at.toISOString(), reason, id).changes === 0) return false;
      notify.run(id, `authorization_${decision}`, at.toISOString(), reason);
      return true;
    }),
    document: (id) => document.get(id)?.document ?? null,
    notifications: () => notifications.all(),
  };
}
