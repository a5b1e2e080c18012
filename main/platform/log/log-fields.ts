/**
 * Fields that may be logged; all others are dropped. Add a name here only when its values cannot
 * identify anyone.
 */
const allowedFields: ReadonlySet<string> = new Set([
  'backend',
  'cause',
  'code',
  'companyId',
  'count',
  'durationMs',
  'endpoint',
  'errorCode',
  'errorName',
  'kind',
  'latencyMs',
  'locked',
  'method',
  'ok',
  'places',
  'port',
  'protects',
  'reason',
  'rows',
  'sent',
  'sizeBytes',
  'state',
  'status',
  'submissionId',
]);

/**
 * The form of identifiers, codes, versions and states; sentences, addresses, paths and JSON do not
 * have it.
 */
const tokenPattern = /^[A-Za-z0-9_.:+-]{1,80}$/;
/** Places of a fault (`fault-places.ts`), in files of ours. */
const placesPattern = /^(?:[A-Za-z0-9_.@/+-]{1,120}:\d{1,6}(?: |$)){0,12}$/;
const eventPattern = /^[a-z][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*$/;
const maxEvent = 64;

type LogValue = string | number | boolean | null;

/** The fields that may be logged: known names, plain values, texts that are single tokens. */
export function allowFields(fields: Readonly<Record<string, unknown>>): Record<string, LogValue> {
  const allowed: Record<string, LogValue> = {};
  for (const name of allowedFields) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined) continue;
    allowed[name] = toLogValue(value, name === 'places' ? placesPattern : tokenPattern);
  }
  return allowed;
}

/** An event's name, or `unnamed` when the text is a message. */
export function toEventName(event: string): string {
  return event.length <= maxEvent && eventPattern.test(event) ? event : 'unnamed';
}

function toLogValue(value: unknown, pattern: RegExp): LogValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && (value === '' || pattern.test(value)) ? value : '[dropped]';
}
