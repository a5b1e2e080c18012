import { neverChanges } from './never-changes.ts';

/**
 * The companies' authorizations. Uploads and every step of an authorization are evidence: triggers
 * forbid changing or deleting them. `authorizations` holds the current row of each company; the
 * state itself is in `companies.authorization`.
 */
export const authorizations = `
create table authorization_uploads (
  id text primary key,
  company_id text not null references companies (id),
  created_at text not null,
  file_name text not null,
  format text not null check (format in ('pdf', 'jpg', 'png')),
  size_bytes integer not null,
  sha256 text not null references documents (sha256),
  environment text not null,
  base_url text not null
) strict;
create index authorization_uploads_company on authorization_uploads (company_id, created_at);
create index authorization_uploads_sha256 on authorization_uploads (sha256);
${neverChanges('authorization_uploads', 'an uploaded authorization is evidence and')}

create table authorization_events (
  id integer primary key,
  company_id text not null references companies (id),
  upload_id text references authorization_uploads (id),
  at text not null,
  kind text not null,
  from_state text not null check (from_state in
    ('none', 'pending_validation', 'approved', 'rejected')),
  to_state text not null check (to_state in
    ('none', 'pending_validation', 'approved', 'rejected')),
  data text not null,
  answer_gzip blob
) strict;
create index authorization_events_company on authorization_events (company_id, id);
${neverChanges('authorization_events', 'a step of an authorization is evidence and')}

create table authorizations (
  company_id text primary key references companies (id),
  -- The document that the service has; null when it was given to the service in another way.
  upload_id text references authorization_uploads (id),
  -- The upload that is on its way, or whose answer was lost ('unknown').
  open_upload_id text references authorization_uploads (id),
  open_as text check (open_as in ('sending', 'unknown')),
  open_code text,
  decided_on text,
  reason text,
  expires_on text,
  updated_at text not null,
  check ((open_upload_id is null) = (open_as is null))
) strict;
create index authorizations_expiry on authorizations (expires_on) where expires_on is not null;
create index authorizations_open on authorizations (open_as) where open_as is not null;

-- The office's own form that clients sign.
create table authorization_template (
  id integer primary key check (id = 1),
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null references documents (sha256),
  kept_at text not null
) strict;
`;
