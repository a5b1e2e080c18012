/** What the service last reported: its territories, its licence, its answers. */
export const service = `
create table territories (
  environment text not null,
  id text not null,
  name text not null,
  position integer not null,
  fetched_at text,
  primary key (environment, id)
) strict;

-- Companies follow when the service calls their territory by another name.
create trigger territories_named after insert on territories begin
  update companies set territory_name = new.name
  where environment = new.environment and territory_id = new.id and territory_name <> new.name;
end;

-- What the service last said of its intermediary.
create table licenses (
  environment text primary key,
  developer text,
  software text,
  version text,
  license text,
  fetched_at text not null
) strict;

-- The newest answer to each kind of call that is no submission; sealed, since an unreadable answer
-- may contain a company's key.
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
`;
