import type { Migration } from './migration.ts';

/**
 * The service's newest answer to each kind of call that is no submission; sealed, since an
 * unreadable answer may contain a company's key.
 */
export const serviceAnswers: Migration = {
  version: 21,
  sql: `
create table service_answers (
  environment text not null,
  call text not null check (call in
    ('territories', 'license', 'createCompany', 'updateCompany', 'authorization')),
  -- Of the company; '' where the call is about none.
  tax_id text not null,
  at text not null,
  status integer not null,
  content_type text,
  size_bytes integer not null,
  key_id text not null,
  body_sealed text not null,
  primary key (environment, call, tax_id)
) strict, without rowid;
`,
};
