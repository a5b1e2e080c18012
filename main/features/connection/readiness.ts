import type { License, SoftwareGarante } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import { formNameOf } from '../../../contract/ledger-books.ts';
import type { Readiness, ReadinessItem } from '../../../contract/readiness.ts';
import { formNameSchema } from '../../../contract/schema-package.ts';
import type { Core } from '../core.ts';
import type { KeyNames } from './key-names.ts';
import { emptyFields } from './software-garante.ts';
import { fetchLicense, fetchTerritories } from './territories.ts';
import { findLicense, listTerritories } from './territories-table.ts';
import { isBizkaia } from './territory.ts';

type Item = Omit<ReadinessItem, 'id'>;

const ready = (details: Item['details'] = {}): Item => ({ state: 'ready', action: null, details });
const notReady = (
  state: Exclude<Item['state'], 'ready'>,
  action: NonNullable<Item['action']>,
  details: Item['details'] = {},
): Item => ({ state, action, details });

/**
 * The preconditions of the service specification, part 1, from this machine and the service's last
 * answers.
 */
export async function readReadiness(core: Core): Promise<Readiness> {
  const items: ReadinessItem[] = [
    { id: 'connection', ...(await connectionItem(core)) },
    { id: 'user_key', ...(await keyItem(core, 'userApiKey', 'set_user_key')) },
    { id: 'connection_tested', ...testedItem(core) },
    { id: 'territories', ...(await territoriesItem(core)) },
    { id: 'software_garante', ...garanteItem(core) },
    { id: 'license', ...(await licenseItem(core)) },
    { id: 'certificate_key', ...(await keyItem(core, 'certificateKey', 'set_certificate_key')) },
    { id: 'schemas', ...schemasItem(core) },
    { id: 'key_protection', ...protectionItem(core) },
  ];
  return { ready: items.every(({ state }) => state !== 'missing'), items };
}

/**
 * Asks the service for what the preconditions need. A failed request does not fail: the items show
 * what is unknown.
 */
export async function refreshReadiness(core: Core): Promise<void> {
  for (const ask of [fetchTerritories, fetchLicense]) {
    try {
      await ask(core);
    } catch (error) {
      if (!(error instanceof ZubiError)) throw error;
    }
  }
}

async function connectionItem(core: Core): Promise<Item> {
  const { environment, slot } = core.connection.configured();
  if (environment === 'none' || !slot) return notReady('missing', 'set_connection');
  if ((await core.connection.refusal()) !== null)
    return notReady('missing', 'set_connection', {
      environment,
      baseUrl: slot.baseUrl,
      unproven: true,
    });
  return ready({ environment, baseUrl: slot.baseUrl });
}

async function keyItem(
  core: Core,
  name: Exclude<keyof KeyNames, 'company'>,
  action: 'set_user_key' | 'set_certificate_key',
): Promise<Item> {
  const names = core.connection.keyNames(core.connection.configured().environment);
  if (names === null) return notReady('missing', action);
  const { present, last4 } = await core.vault.hint(names[name]);
  return present ? ready({ last4 }) : notReady('missing', action);
}

function testedItem(core: Core): Item {
  const health = core.connection.health();
  if (health === 'connected') return ready();
  if (health === 'failing') return notReady('attention', 'test_connection');
  const lastContactAt = core.connection.lastContactAt();
  if (lastContactAt !== null) return ready({ lastContactAt });
  return notReady('unknown', 'test_connection');
}

async function territoriesItem(core: Core): Promise<Item> {
  const { environment } = core.connection.configured();
  if (environment === 'none') return notReady('missing', 'refresh_territories');
  const { territories, fetchedAt } = await listTerritories(core.store.queries, environment);
  const details = { territories: territories.length, fetchedAt };
  if (territories.length === 0) return notReady('unknown', 'refresh_territories', details);
  if (territories.some(({ name }) => isBizkaia(name))) return ready(details);
  return notReady('attention', 'refresh_territories', details);
}

/** Every submission carries these data. Without the status each company needs an authorization. */
function garanteItem(core: Core): Item {
  const garante = core.connection.configured().slot?.softwareGarante ?? null;
  const empty = emptyFields(garante);
  if (!garante || empty.length > 0) return notReady('missing', 'set_software_garante', { empty });
  const { holds, taxId, license, name, version } = garante;
  const details = { holds, taxId, license, name, version };
  return holds ? ready(details) : notReady('attention', 'become_software_garante', details);
}

/** Compares the service's license data with ours, where both have a value. */
async function licenseItem(core: Core): Promise<Item> {
  const { environment, slot } = core.connection.configured();
  const kept = environment === 'none' ? null : await findLicense(core.store.queries, environment);
  if (!kept) return notReady('unknown', 'ask_license');
  const { license, fetchedAt } = kept;
  // An answer of another shape, as `{}`, says nothing.
  if (Object.values(license).every((part) => part === null))
    return notReady('unknown', 'ask_license');
  const differs = slot?.softwareGarante ? differences(slot.softwareGarante, license) : [];
  const details = { ...license, fetchedAt, differs };
  return differs.length === 0 ? ready(details) : notReady('attention', 'compare_license', details);
}

function differences(garante: SoftwareGarante, license: License): string[] {
  const pairs = [
    ['license', garante.license, license.license],
    ['name', garante.name, license.software],
    ['version', garante.version, license.version],
  ] as const;
  const plain = (text: string) => text.trim().toLowerCase();
  return pairs.flatMap(([field, ours, theirs]) =>
    theirs === null || plain(ours) === plain(theirs) ? [] : [field],
  );
}

/**
 * The schemas in force; installed schemas come before built-in ones. Each form needs a schema that
 * is valid today.
 */
function schemasItem(core: Core): Item {
  const today = dayOf(core.clock());
  const usable = core.schemas.current().schemas.filter(({ validFrom }) => validFrom <= today);
  const forms = new Set(usable.map(({ form }) => formNameOf(form)));
  const without = formNameSchema.options.filter((form) => !forms.has(form));
  const newest = usable.map(({ validFrom }) => validFrom).sort();
  const installed = core.schemas.packages().filter(({ source }) => source !== 'built_in').length;
  const details = { schemas: usable.length, installed, without, validFrom: newest.at(-1) ?? null };
  if (without.length > 0) return notReady('missing', 'update_schemas', details);
  const [damage] = core.schemas.faults();
  if (damage) return notReady('attention', 'update_schemas', { ...details, ...damage.details });
  return ready(details);
}

function protectionItem(core: Core): Item {
  const { backend, protects, locked } = core.vault.protection();
  if (locked) return notReady('missing', 'unlock', { backend });
  return protects ? ready({ backend }) : notReady('attention', 'set_passphrase', { backend });
}
