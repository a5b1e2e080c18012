/** One entry for each version of the state, in rising order; released entries never change. */
export const migrations: readonly string[] = [
  `
  -- One row: the secret that every key of this sandbox is derived from. Keys themselves are never written.
  CREATE TABLE intermediary (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    root_secret BLOB NOT NULL
  ) STRICT;

  CREATE TABLE companies (
    id TEXT PRIMARY KEY,
    tax_id_number TEXT NOT NULL UNIQUE,
    is_individual INTEGER NOT NULL CHECK (is_individual IN (0, 1)),
    full_name TEXT NOT NULL,
    first_name TEXT,
    last_name_1 TEXT,
    last_name_2 TEXT,
    regional_territory_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  -- A company without a row has uploaded none.
  CREATE TABLE authorizations (
    company_id TEXT PRIMARY KEY REFERENCES companies (id),
    state TEXT NOT NULL CHECK (state IN ('pending_validation', 'approved', 'rejected')),
    file_format TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    document BLOB NOT NULL,
    uploaded_at TEXT NOT NULL,
    decided_at TEXT
  ) STRICT;

  CREATE TABLE notifications (
    id INTEGER PRIMARY KEY,
    company_id TEXT NOT NULL REFERENCES companies (id),
    event TEXT NOT NULL CHECK (event IN ('authorization_approved', 'authorization_rejected')),
    at TEXT NOT NULL
  ) STRICT;

  -- Every file that reached the ledger, refused ones too.
  CREATE TABLE presentations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    identifier TEXT NOT NULL UNIQUE,
    company_id TEXT NOT NULL REFERENCES companies (id),
    taxpayer TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    model TEXT NOT NULL,
    expense_type TEXT,
    operation TEXT NOT NULL,
    fiscal_year INTEGER NOT NULL,
    records INTEGER NOT NULL,
    records_stored INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('correct', 'partially_correct', 'incorrect')),
    code TEXT,
    registration_number TEXT,
    compressed_bytes INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE ledger_records (
    taxpayer TEXT NOT NULL,
    book TEXT NOT NULL,
    fiscal_year INTEGER NOT NULL,
    identity TEXT NOT NULL,
    cancelled INTEGER NOT NULL CHECK (cancelled IN (0, 1)),
    presentation_id INTEGER NOT NULL REFERENCES presentations (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (taxpayer, book, fiscal_year, identity)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE faults (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fault TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE intermediary ADD COLUMN is_software_garante INTEGER NOT NULL DEFAULT 1 CHECK (is_software_garante IN (0, 1));
  ALTER TABLE authorizations ADD COLUMN reason TEXT;
  ALTER TABLE notifications ADD COLUMN reason TEXT;
  `,
];
