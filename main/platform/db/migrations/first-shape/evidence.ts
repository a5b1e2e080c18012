import { neverChanges } from './never-changes.ts';

/**
 * The chain of evidence: its links, its own events (keys, signed heads, decisions on a history that
 * went back), and the random identifier that a history shares with its copies.
 */
export const evidence = `
create table evidence_links (
  id integer primary key,
  kind text not null check (kind in
    ('submission', 'event', 'answer', 'records', 'company', 'authorization', 'chain')),
  -- A submission, a company, or 'chain'.
  subject_id text not null,
  key integer not null,
  digest text not null,
  hash text not null,
  -- HMAC of the hash; null where the key was not at hand.
  seal blob
) strict;
create index evidence_links_subject on evidence_links (subject_id, id);
create trigger evidence_links_are_kept before delete on evidence_links begin
  select raise(abort, 'the chain of evidence is never deleted');
end;
-- A link that was written while the key was not at hand is sealed later: nothing else changes.
create trigger evidence_links_stay before update on evidence_links
when old.seal is not null or new.seal is null
  or (new.id, new.kind, new.subject_id, new.key, new.digest, new.hash)
    is not (old.id, old.kind, old.subject_id, old.key, old.digest, old.hash)
begin
  select raise(abort, 'the chain of evidence never changes');
end;

create table chain_events (
  id integer primary key,
  at text not null,
  kind text not null check (kind in ('key', 'head', 'restored', 'continued')),
  data text not null
) strict;
${neverChanges('chain_events', 'what the chain of evidence says of itself')}

create table history_identity (
  id integer primary key check (id = 1),
  history text not null
) strict;
insert into history_identity values (1, lower(hex(randomblob(16))));
create trigger history_identity_is_kept before delete on history_identity begin
  select raise(abort, 'the chain of evidence belongs to one history');
end;
create trigger history_identity_stays before update on history_identity begin
  select raise(abort, 'the chain of evidence belongs to one history');
end;
`;
